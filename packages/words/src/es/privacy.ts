import type { Translation } from '../area.ts';
import type { privacy } from '../en/privacy.ts';

export const es = {
  title: 'Política de privacidad y aviso de cookies',
  useTitle: 'Qué hacemos con tus respuestas',
  use: '{name} usa tus respuestas solo para decidir sobre tu solicitud y para comunicarse contigo al respecto. Lo que escribes antes de tener una cuenta se queda en esta pestaña del navegador. Solo se nos envía cuando inicias sesión. Cuando envías tu solicitud, anotamos tu idioma y si usaste un teléfono, una tableta o una computadora.',
  cookiesTitle: 'Cookies',
  cookies:
    'Una cookie es un pequeño texto que un sitio web guarda en tu navegador. Usamos solo las cookies que esta solicitud necesita: mantienen abierta tu sesión, indican que la iniciaste, vinculan un código de confirmación con el navegador que lo pidió y reconocen un navegador en el que ya iniciaste sesión. Ninguna te sigue a otros sitios web. Las que mantienen abierta tu sesión terminan con ella; la del código de confirmación, después de una semana; y la que reconoce tu navegador, después de un año.',
  storage:
    'Hasta que se guardan, las respuestas que escribes también se conservan en esta pestaña del navegador, para que no las pierdas si vuelves a cargar la página. Se quitan cuando ya están guardadas y cuando cierras sesión. Cuando una respuesta hace que quitemos otras, esta pestaña también las conserva, para que puedas deshacer el cambio. Se quitan cuando cierras sesión o cierras la pestaña. Mientras tu sesión está abierta, esta pestaña también recuerda tu correo electrónico. Tu navegador conserva los archivos de este sitio web, sin ninguna respuesta, para que se abra sin conexión.',
  controlTitle: 'Cómo controlar las cookies',
  control:
    'Puedes ver, eliminar y bloquear las cookies en la configuración de tu navegador. Sin cookies puedes ver la solicitud, pero no puedes iniciar sesión.',
  contact: '¿Tienes preguntas sobre tus datos? Escríbenos a',
} satisfies Translation<typeof privacy.texts>;
