import type { Translation } from '../area.ts';
import type { privacy } from '../en/privacy.ts';

export const es = {
  title: 'Política de privacidad y aviso de cookies',
  useTitle: 'Qué hacemos con tus respuestas',
  away: 'No podemos mostrar esta parte en este momento. Vuelve a abrir este aviso en un momento o escríbenos.',
  sentTitle: 'Qué se nos envía y cuándo',
  sent: 'Lo que escribes antes de tener una cuenta se queda en esta pestaña del navegador hasta que inicias sesión, con una excepción: lo que escribes para buscar una escuela, una universidad o una dirección se nos envía mientras escribes, para que podamos sugerirte algunas. No lo guardamos.',
  company:
    'Lo que escribes para buscar una dirección se lo pasamos a {company}, una empresa que conoce calles y números, sin tu nombre ni tus demás respuestas.',
  submit:
    'Cuando envías tu solicitud, anotamos tu idioma y si usaste un teléfono, una tableta o una computadora. Si tu escuela tiene que mandarnos algo, mandamos un enlace por correo al consejero escolar que nombraste. Quien lo abre ve tu nombre, tu escuela, cuándo te gradúas y si renunciaste a tu derecho a leer lo que se diga de ti. Si una parte de este sitio web falla, nos indica en qué lugar de su propio código, sin tus respuestas. También vemos la dirección de red de tu dispositivo y la usamos para que no entren extraños.',
  cookiesTitle: 'Cookies',
  cookies:
    'Una cookie es un pequeño texto que un sitio web guarda en tu navegador. Usamos solo las cookies que esta solicitud necesita: mantienen abierta tu sesión, indican que la iniciaste, vinculan un código de confirmación con el navegador que lo pidió, reconocen un navegador en el que ya iniciaste sesión y recuerdan el idioma que elegiste. Ninguna te sigue a otros sitios web. Las que mantienen abierta tu sesión terminan con ella; la del código de confirmación, después de una semana; y las de tu navegador y tu idioma, después de un año.',
  storage:
    'Hasta que se guardan, las respuestas que escribes también se conservan en esta pestaña del navegador, para que no las pierdas si vuelves a cargar la página. Se quitan cuando ya están guardadas y cuando cierras sesión. Si cerramos tu sesión porque no estabas, las que no se han guardado esperan en esta pestaña hasta que vuelvas a iniciar sesión. Cuando una respuesta hace que quitemos otras, esta pestaña también las conserva, para que puedas deshacer el cambio. Se quitan cuando cierras sesión o cierras la pestaña. Esta pestaña también recuerda el correo electrónico con el que inicias sesión, hasta que cierras sesión. Tu navegador conserva la hora de tu última actividad y los archivos de este sitio web, sin ninguna respuesta, para que se abra sin conexión.',
  controlTitle: 'Cómo controlar las cookies',
  control:
    'Puedes ver, eliminar y bloquear las cookies en la configuración de tu navegador. Sin cookies puedes ver la solicitud, pero no puedes iniciar sesión.',
  contact: '¿Tienes preguntas sobre tus datos? Escríbenos a',
  page: 'Este aviso como página',
} satisfies Translation<typeof privacy.texts>;
