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
  successLabel: 'Confirmación',
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
      'No hubo conexión con el sitio, así que tu sesión todavía no está cerrada del todo. Deja esta página abierta: la cerraremos en cuanto vuelva la conexión.',
    done: 'Tu sesión está cerrada.',
  },
  requirements: {
    title: 'Tu contraseña necesita:',
    states: { inactive: '', error: 'falta', success: 'listo' },
  },
  login: {
    title: 'Iniciar sesión',
    errorLabel: 'Error al iniciar sesión',
    forgot: 'Olvidé mi contraseña',
    question: '¿No tienes cuenta?',
    link: 'Crear cuenta',
  },
  signup: {
    title: 'Crear cuenta',
    errorLabel: 'Error al crear la cuenta',
    emailHint: 'Escribe un correo electrónico que sigas usando el próximo año. Ahí te enviaremos un código.',
    question: '¿Ya tienes una cuenta?',
    link: 'Iniciar sesión',
  },
  confirm: {
    title: 'Confirma tu cuenta',
    errorLabel: 'Error al confirmar',
    wrongAddress: '¿Escribiste mal tu correo? Regístrate otra vez',
    sendAgain: 'Enviar otra vez el enlace',
    question: '¿Ya la confirmaste?',
    link: 'Iniciar sesión',
  },
  forgot: {
    title: 'Olvidé mi contraseña',
    errorLabel: 'Error al pedir otra contraseña',
    intro: 'Escribe tu correo electrónico y te enviaremos un enlace para elegir una contraseña nueva.',
    question: '¿Te acordaste de tu contraseña?',
    link: 'Iniciar sesión',
  },
  reset: {
    title: 'Restablecer contraseña',
    errorLabel: 'Error al restablecer la contraseña',
    password: 'Contraseña nueva',
    confirm: 'Confirmar contraseña',
    noIdLink: 'Pedir un enlace nuevo',
    question: '¿Te acordaste de tu contraseña?',
    link: 'Iniciar sesión',
  },
  changePassword: {
    title: 'Cambiar contraseña',
    errorLabel: 'Error al cambiar la contraseña',
    intro: 'Se cerrará la sesión de tu cuenta en todos los demás navegadores.',
    current: 'Contraseña actual',
    password: 'Contraseña nueva',
    confirm: 'Confirmar contraseña',
    everywhere: 'Cerrar sesión en todas partes',
    unanswered: 'Puede que tu contraseña ya se haya cambiado, así que prueba primero con la nueva.',
    question: '¿Ya terminaste?',
    link: 'Volver a tu solicitud',
  },
  changeEmail: {
    title: 'Cambiar correo electrónico',
    errorLabel: 'Error al cambiar el correo electrónico',
    now: 'Tu correo electrónico actual:',
    intro:
      'Iniciarás sesión con la dirección nueva y ahí llegarán nuestros correos. Se cerrará la sesión en todos los demás navegadores. Las respuestas de tu solicitud se quedan como están.',
    email: 'Correo electrónico nuevo',
    password: 'Contraseña actual',
    sent: 'Escribe el código que enviamos a {email}. También mandamos un correo a tu dirección anterior: durante 3 días, el enlace que contiene puede deshacer el cambio.',
    another: 'Usar otra dirección',
    unanswered: 'Puede que tu correo electrónico ya se haya cambiado, así que prueba primero con el nuevo.',
    question: '¿Ya terminaste?',
    link: 'Volver a tu solicitud',
  },
  restore: {
    title: 'Conserva tu correo electrónico',
    errorLabel: 'Error al conservar el correo electrónico',
    intro:
      'Si no cambiaste tú el correo electrónico de tu cuenta, recupéralo aquí. Se cerrará la sesión en todos los navegadores, tu contraseña dejará de funcionar y te enviaremos un enlace para elegir una nueva.',
    submit: 'Conservar mi dirección',
    question: '¿El cambio lo hiciste tú?',
    link: 'Iniciar sesión',
  },
  reminders: {
    title: 'Cancelar recordatorios',
    errorLabel: 'Error al cancelar los recordatorios',
    intro:
      'Te enviamos hasta tres recordatorios antes de la fecha límite de una solicitud que empezaste. Aquí puedes cancelar esos correos. Tu solicitud se queda como está.',
    submit: 'Cancelar estos correos',
    question: '¿Quieres terminar tu solicitud?',
    link: 'Iniciar sesión',
  },
  sessionEnd: {
    invalid: 'Tu sesión no es válida. Borra las cookies e inicia sesión otra vez.',
    inactive: 'Tu sesión se cerró automáticamente por inactividad.',
    endedElsewhere:
      'Tu sesión se cerró en otra pestaña. Algunas respuestas de esta pestaña todavía no se habían guardado. Inicia sesión otra vez para guardarlas.',
  },
} satisfies Translation<typeof auth.texts>;
