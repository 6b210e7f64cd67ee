import type { Translation } from '../area.ts';
import type { mails } from '../en/mails.ts';

export const es = {
  letter: {
    hello: 'Hola:',
    dear: 'Hola, {name}:',
    contact: '¿Tienes preguntas? Escribe a {email} o llama al {phone}.',
    sincerely: 'Atentamente,',
  },
  code: {
    subject: 'Tu código de confirmación de {university}',
    code: 'Tu código de confirmación es: {code}',
    enterAtSignUp:
      'Escríbelo en la página donde creaste tu cuenta. Vence en 10 minutos y solo funciona el código más reciente.',
    ignoreSignUp:
      'Si no empezaste una solicitud para {university}, puedes ignorar este correo. No compartas este código con nadie.',
    enterAtChange:
      'Escríbelo en la página donde pediste cambiar tu correo electrónico. Vence en 10 minutos y solo funciona el código más reciente.',
    ignoreChange: 'Si no pediste esto, puedes ignorar este correo. No compartas este código con nadie.',
  },
  knownAddress: {
    subject: 'Ya tienes una cuenta en {university}',
    known:
      'Alguien, muy probablemente tú, acaba de intentar crear una cuenta con este correo electrónico. Ya tienes una, así que no necesitas otra.',
    logIn: 'Inicia sesión aquí: {url}',
    forgot: '¿Olvidaste tu contraseña? Elige una nueva aquí: {url}',
    ignore: 'Si no fuiste tú, puedes ignorar este correo. Nada ha cambiado.',
  },
  setPassword: {
    subject: 'Elige una contraseña para tu cuenta de {university}',
    choose:
      'Gracias por confirmar tu correo electrónico. El código se escribió en un navegador distinto del que se usó para crear la cuenta. Para proteger tu cuenta, elige ahora una contraseña:',
    expires: 'El enlace funciona una sola vez y vence en una hora.',
  },
  resetLink: {
    subject: 'Elige una contraseña nueva para tu cuenta de {university}',
    choose: 'Pediste restablecer tu contraseña. Elige una nueva aquí:',
    expires: 'El enlace funciona una sola vez y vence en una hora. Solo funciona el enlace más reciente.',
    ignore: 'Si no pediste esto, puedes ignorar este correo. Tu contraseña seguirá siendo la misma.',
  },
  passwordChanged: {
    subject: 'Se cambió tu contraseña de {university}',
    changed:
      'Se acaba de cambiar la contraseña de tu cuenta, y se cerró la sesión en todos los demás navegadores donde estaba abierta.',
    notYou: 'Si no fuiste tú, elige enseguida una contraseña nueva: {url}',
  },
  newDevice: {
    subject: 'Nuevo inicio de sesión en tu cuenta de {university}',
    loggedIn:
      'Alguien, muy probablemente tú, acaba de iniciar sesión en tu cuenta desde un navegador en el que nunca se había abierto.',
    you: 'Si fuiste tú, no tienes que hacer nada.',
    notYou: 'Si no fuiste tú, elige enseguida una contraseña nueva: {url}',
  },
  failedLogins: {
    subject: 'Muchos intentos fallidos de iniciar sesión en tu cuenta de {university}',
    tried:
      'Alguien intentó muchas veces iniciar sesión en tu cuenta con una contraseña incorrecta. Ningún intento funcionó y nada cambió en tu solicitud. Quien siga intentando tendrá que esperar cada vez más.',
    forgot: 'Si olvidaste tu contraseña, o si usas la misma en cualquier otro sitio, elige una nueva aquí: {url}',
    otherwise: 'En cualquier otro caso, no tienes que hacer nada.',
  },
  changeRequested: {
    subject: 'Alguien pidió cambiar el correo electrónico de tu cuenta de {university}',
    asked:
      'Alguien, muy probablemente tú, pidió cambiar el correo electrónico de tu cuenta por {email}. Se cambiará en cuanto alguien use el código que enviamos ahí.',
    you: 'Si fuiste tú, aquí no tienes que hacer nada.',
    notYou: 'Si no fuiste tú, conserva tu dirección aquí: {url}',
    undone:
      'Se cerrará la sesión en todos los navegadores y podrás elegir una contraseña nueva. El enlace funciona una sola vez y vence en 3 días.',
  },
  emailChanged: {
    subject: 'Se cambió el correo electrónico de tu cuenta de {university}',
    changed:
      'El correo electrónico de tu cuenta se acaba de cambiar a {email}. Usa la dirección nueva para iniciar sesión. A partir de ahora, ahí enviaremos nuestros correos.',
    notYou: 'Si no fuiste tú, recupera tu cuenta aquí: {url}',
    undone:
      'Se cerrará la sesión en todos los navegadores y podrás elegir una contraseña nueva. El enlace funciona una sola vez y vence en 3 días.',
  },
  changeUndone: {
    subject: 'Elige una contraseña nueva para tu cuenta de {university}',
    choose:
      'Tu cuenta tiene este correo electrónico, se cerró la sesión en todos los navegadores y tu contraseña anterior ya no funciona. Elige una nueva aquí:',
    expires:
      'El enlace funciona una sola vez y vence en una hora. Puedes pedir otro en cualquier momento con “Olvidé mi contraseña”.',
  },
  receipt: {
    subject: 'Recibimos tu solicitud para {university}',
    thanks: 'Gracias por solicitar admisión a {university}. Recibimos tu solicitud el {moment}.',
    number: 'Tu número de confirmación: {number}\nGuárdalo y menciónalo cuando nos escribas.',
    steps: 'Para completar tu solicitud, haz lo siguiente:\n\n{steps}',
    mailed: 'Le mandamos a {name} un enlace para que nos lo envíe. Pídele que busque nuestro correo.',
    dates: 'Fechas importantes:\n\n{dates}',
    copy: 'Puedes iniciar sesión en cualquier momento para leer tu solicitud y descargar una copia en PDF.',
  },
  deadlineChanged: {
    subject: 'Tu fecha límite para tu solicitud para {university}',
    extended: 'Ahora puedes enviar tu solicitud para {university} hasta el {moment}. Esto vale solo para tu solicitud.',
    takenBack:
      'Se anuló el tiempo adicional para tu solicitud para {university}. Vuelve a valer para ti la fecha límite de siempre.',
    logIn: 'Inicia sesión para terminar tu solicitud: {url}',
  },
  reopened: {
    subject: 'Puedes cambiar de nuevo tu solicitud para {university}',
    reopened:
      'Reabrimos tu solicitud {number} para {university} para que puedas cambiarla. Envíala de nuevo cuando termines: hasta entonces no cuenta como enviada.',
    logIn: 'Inicia sesión para cambiarla: {url}',
  },
  withdrawn: {
    subject: 'Tu solicitud para {university} está retirada',
    withdrawn:
      'Retiramos tu solicitud {number} para {university}, así que no decidiremos sobre ella. Todavía puedes iniciar sesión para leerla.',
    notYou: 'Si no lo pediste, escríbenos o llámanos cuanto antes. Podemos anular el retiro.',
  },
  withdrawalUndone: {
    subject: 'Tu solicitud para {university} está activa de nuevo',
    undone: 'Anulamos el retiro de tu solicitud {number} para {university}. Vale como enviada, igual que antes.',
  },
  requested: {
    subject: 'Necesitamos una cosa más para tu solicitud para {university}',
    asked: 'Para decidir sobre tu solicitud para {university}, necesitamos una cosa más de ti: {title}',
    due: 'Mándala a más tardar el {day}.',
    logIn: 'Inicia sesión para mandarla: {url}',
  },
  requestReminder: {
    subject: 'Todavía esperamos algo para tu solicitud para {university}',
    waiting: 'Te pedimos esto y todavía no lo tenemos: {title}',
  },
  itemCame: {
    subject: 'Recibimos algo para tu solicitud para {university}',
    came: 'Recibimos esto para tu solicitud para {university}: {title}',
    next: 'Lo vamos a revisar y te escribiremos si lo necesitamos otra vez. No tienes que hacer nada más con esto.',
  },
  itemReturned: {
    subject: 'Necesitamos algo otra vez para tu solicitud para {university}',
    returned: 'No pudimos usar lo que llegó para tu solicitud para {university}: {title}',
    logIn: 'Inicia sesión para ver qué hacer: {url}',
  },
  answerCorrected: {
    subject: 'Corregimos una respuesta en tu solicitud a {university}',
    corrected:
      'Nos dijiste que algo estaba mal, así que lo corregimos en tu solicitud {number} a {university}: {question}',
    logIn: 'Inicia sesión para leerlo en tu copia en PDF: {url}',
    notYou: 'Si no lo pediste, o si todavía no está bien, escríbenos o llámanos.',
  },
  complete: {
    subject: 'Tu solicitud para {university} está completa',
    complete: 'Ya tenemos todo para tu solicitud {number} para {university}. No tienes que mandar nada más.',
    next: 'Te escribiremos cuando hayamos decidido, o si tenemos una pregunta.',
  },
  helperAsked: {
    subject: '{student} le pide documentos escolares para {university}',
    asks: '{student} solicitó admisión a {university} y puso su nombre para que nos mande documentos de la escuela, como el expediente académico o un informe.',
    again: '{university} necesita otra vez documentos de {student}',
    returned: 'No pudimos usar lo que mandó para {student}: {title}',
    send: 'Vea qué hace falta y mándelo aquí. No necesita una cuenta:\n{url}',
    link: 'El enlace es solo para usted y funciona hasta el {day}. No lo reenvíe, por favor.',
    notYou: '¿No es la persona indicada o no puede mandar nada? Díganoslo en la misma página, por favor.',
  },
  helperDeclined: {
    subject: 'Hace falta otra persona para mandar tus documentos escolares a {university}',
    declined:
      '{name} nos dijo que no puede mandar tus documentos de la escuela. Pídeselo a otra persona de tu escuela.',
    wrong_person:
      '{name} nos dijo que no es la persona indicada para mandar tus documentos de la escuela. Pídeselo a otra persona de tu escuela.',
    logIn: 'Inicia sesión para pedírselo a otra persona: {url}',
  },
  exportReady: {
    subject: 'Tu exportación de la oficina de admisiones de {university} está lista',
    ready: 'La exportación que pediste está lista. Descárgala aquí después de iniciar sesión: {url}',
    kept: 'La guardamos durante siete días.',
  },
  reminder: {
    subject: 'Todavía no has enviado tu solicitud para {university}',
    today:
      'Empezaste una solicitud para {university} y todavía no la has enviado. {term}: hoy es el último día. Recibimos solicitudes hasta el {closes}.',
    tomorrow:
      'Empezaste una solicitud para {university} y todavía no la has enviado. {term}: mañana es el último día. Recibimos solicitudes hasta el {closes}.',
    days: 'Empezaste una solicitud para {university} y todavía no la has enviado. {term}: te quedan {days} días. Recibimos solicitudes hasta el {closes}.',
    logIn: 'Inicia sesión para terminarla: {url}',
    stop: '¿No quieres estos recordatorios? Cancélalos aquí: {url}',
  },
} satisfies Translation<typeof mails.texts>;
