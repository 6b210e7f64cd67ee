import type { Translation } from '../area.ts';
import type { auth } from '../en/auth.ts';

export const es = {
  submit: 'Continuar',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  show: 'Mostrar',
  hide: 'Ocultar',
  closeMessage: 'Cerrar este mensaje',
  email: 'Correo electrónico',
  password: 'Contraseña',
  code: 'Código de confirmación',
  codeHint:
    'Los 6 dígitos de nuestro correo. Puede tardar un minuto en llegar. Revisa también tu carpeta de correo no deseado (spam).',
  resend: 'Reenviar código de confirmación',
  resendError: 'Error al reenviar el código de confirmación',
  carried: 'Las respuestas que escribiste se conservan. Las guardaremos cuando inicies sesión.',
  noCookies: {
    label: 'Cookies',
    text: 'Tu navegador no está guardando las cookies de este sitio, y las necesitas para iniciar sesión. Permite las cookies de este sitio en la configuración de tu navegador y vuelve a cargar esta página.',
  },
  logout: {
    label: 'Cierre de sesión',
    stuck:
      'No hubo conexión con la solicitud, así que tu sesión todavía no está cerrada del todo. Deja esta página abierta: la cerraremos en cuanto vuelva la conexión.',
    done: 'Tu sesión está cerrada.',
  },
  requirements: {
    title: 'Tu contraseña necesita:',
    states: { inactive: '', error: 'falta', success: 'listo' },
  },
} satisfies Translation<typeof auth.texts>;
