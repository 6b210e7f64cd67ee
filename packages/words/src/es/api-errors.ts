import type { Translation } from '../area.ts';
import type { apiErrors } from '../en/api-errors.ts';

export const es = {
  bad_request: 'No pudimos leer una parte de lo que enviaste. Vuelve a cargar la página e inténtalo otra vez.',
  bad_request_deadline: 'Elige un día y una hora en el futuro.',
  bad_request_assignee: 'No se puede asignar nada a esta persona: su rol no permite abrir solicitudes.',
  bad_answer: 'Una de tus respuestas no tiene un formato que podamos guardar. Revísala e inténtalo otra vez.',
  bad_answer_unknown:
    'No pudimos guardar esto: la respuesta a “{name}” no se puede conservar, porque esta solicitud no tiene esa pregunta.',
  bad_answer_wrong_type: 'No pudimos guardar esto: “{name}” no admite ese tipo de respuesta.',
  bad_answer_too_long: 'No pudimos guardar esto: la respuesta a “{name}” es más larga de lo que permite la pregunta.',
  wrong_credentials: 'El correo electrónico y la contraseña no coinciden. Revisa los dos e inténtalo otra vez.',
  not_confirmed:
    'Primero confirma tu cuenta. Escribe el código que te mandamos por correo o elige “Reenviar código de confirmación” para recibir otro. Si escribiste el código en otro dispositivo, primero elige tu contraseña: te mandamos un enlace por correo.',
  wrong_code:
    'Ese código no es correcto o ya venció. Los códigos duran 10 minutos y solo funciona el más reciente. Revísalo o pide uno nuevo.',
  wrong_app_code:
    'Ese no es el código de la aplicación. Espera el siguiente. Si tampoco funciona, pon en automático el reloj de tu teléfono.',
  wrong_reset_link:
    'Este enlace para restablecer tu contraseña ya no funciona. Los enlaces duran una hora y funcionan una sola vez. Pide uno nuevo.',
  same_email: 'Tu cuenta ya tiene este correo electrónico. Escribe otro.',
  wrong_restore_link:
    'Este enlace ya no funciona. Los enlaces duran 3 días y funcionan una sola vez. Si necesitas ayuda con tu cuenta, escríbenos.',
  wrong_current_password: 'Esa no es tu contraseña actual. Revísala e inténtalo otra vez.',
  wrong_sign_in:
    'El correo electrónico, la contraseña y el código no corresponden entre sí. Revisa los tres y espera el siguiente código.',
  wrong_set_up_link:
    'Este enlace ya no funciona. Los enlaces duran dos días y funcionan una sola vez. Pide uno nuevo a un director.',
  bad_cursor: 'Esta página de la lista corresponde a otro orden. Vuelve a la primera página.',
  bad_role: 'Ese rol no existe. Elige uno de la lista.',
  weak_password: 'Esa contraseña es demasiado fácil de adivinar. Elige otra.',
  weak_password_about:
    'Esa contraseña es demasiado fácil de adivinar: se basa en tu correo electrónico o en nuestro nombre. Prueba con tres o cuatro palabras que no tengan nada que ver entre sí, con un número entre ellas.',
  weak_password_common:
    'Esa contraseña es demasiado fácil de adivinar: se basa en una palabra, un nombre o una contraseña que usa mucha gente. Prueba con tres o cuatro palabras que no tengan nada que ver entre sí, con un número entre ellas.',
  weak_password_keyboard:
    'Esa contraseña es demasiado fácil de adivinar: sus caracteres están juntos en el teclado. Prueba con tres o cuatro palabras que no tengan nada que ver entre sí, con un número entre ellas.',
  weak_password_repeat:
    'Esa contraseña es demasiado fácil de adivinar: repite los mismos caracteres. Prueba con tres o cuatro palabras que no tengan nada que ver entre sí, con un número entre ellas.',
  weak_password_sequence:
    'Esa contraseña es demasiado fácil de adivinar: sus caracteres van seguidos, como abc o 123. Prueba con tres o cuatro palabras que no tengan nada que ver entre sí, con un número entre ellas.',
  weak_password_date:
    'Esa contraseña es demasiado fácil de adivinar: se basa en una fecha o en un año. Prueba con tres o cuatro palabras que no tengan nada que ver entre sí, con un número entre ellas.',
  weak_password_short:
    'Esa contraseña es demasiado fácil de adivinar: es demasiado corta para los caracteres que tiene. Prueba con tres o cuatro palabras que no tengan nada que ver entre sí, con un número entre ellas.',
  invalid_password: 'Tu contraseña no cumple los requisitos. Revísalos e inténtalo otra vez.',
  invalid_password_needs: 'Tu contraseña necesita: {needs}.',
  invalid_username: 'Tu correo electrónico debe ser válido.',
  invalid_username_other: 'Este correo electrónico no es válido. Hay que revisarlo.',
  helper_address: 'Este correo electrónico es tuyo o de tu familia. Escribe el de alguien de tu escuela.',
  file_refused: 'No podemos aceptar ese archivo. Elige otro.',
  reply_too_long: 'Tu explicación es demasiado larga. Acórtala a 2,500 caracteres.',
  no_document_question: 'En esta pregunta no se suben archivos. Vuelve a cargar la página e inténtalo otra vez.',
  no_document_question_tab:
    'Elegiste otra opción aquí en otra ventana o en otro dispositivo, así que no guardamos este archivo. Vuelve a cargar la página.',
  upload_order: 'No pudimos leer tu archivo. Elígelo otra vez.',
  upload_missing: 'No recibimos tu archivo. Revisa tu conexión y súbelo otra vez.',
  no_session: 'Tu sesión terminó. Inicia sesión otra vez.',
  not_allowed: 'No tienes permiso para hacer eso.',
  last_director: 'Es la única persona con el rol de director. Dale antes ese rol a otra persona.',
  own_role: 'No puedes cambiar tu propio rol ni quitarte de la lista. Pídeselo a otro director.',
  not_allowed_pdf: 'Inicia sesión para obtener tu copia en PDF.',
  cross_site:
    'Esta petición no se hizo desde este sitio, así que la rechazamos. Vuelve a cargar la página e inténtalo otra vez.',
  not_found: 'No encontramos lo que pediste.',
  foreign_upload: 'Este archivo no se subió para esta pregunta. Súbelo otra vez.',
  upload_expired: 'Se terminó el tiempo para subir este archivo. Elígelo otra vez.',
  wrong_reminder_link:
    'Este enlace no está completo. Ábrelo otra vez desde nuestro recordatorio más reciente. Si eso no ayuda, escríbenos y dejaremos de enviártelos.',
  token_not_found: 'Este enlace no es válido o ya venció. Pide uno nuevo.',
  wrong_help_link:
    'Este enlace ya no funciona. Pídale al estudiante que lo mande otra vez: puede hacerlo en la página de su solicitud.',
  method_not_allowed: 'Eso no se puede hacer aquí.',
  locked: 'Ya enviaste tu solicitud, así que no se puede cambiar.',
  locked_since_draft:
    'Tu solicitud se envió después de que se hizo esta copia en borrador. Vuelve a la página y descarga ahí tu copia en PDF.',
  other_account:
    'Ahora hay otra cuenta abierta en este navegador, así que no pudimos guardar aquí. Inicia sesión otra vez. Lo que escribiste en esta página se conserva.',
  form_changed:
    'El formulario cambió desde que abriste esta página. Lo que escribiste está guardado: vuelve a cargar la página para seguir con el formulario nuevo.',
  status_order: 'Tu solicitud todavía no está en ese paso. Vuelve a cargar la página.',
  term_not_open: 'Todavía no recibimos solicitudes para este periodo. Tus respuestas están guardadas.',
  term_not_open_until:
    '{term}: puedes enviar tu solicitud a partir del {opens}. Tus respuestas están guardadas: vuelve entonces para enviarlas.',
  term_closed: 'Ya pasó la fecha límite de este periodo. Elige otro periodo o escríbenos.',
  term_closed_since:
    '{term}: la fecha límite fue el {closed}. Tus respuestas están guardadas: puedes elegir otro periodo en la primera página o escribir a {email}.',
  document_replaced:
    'No eliminamos nada: desde otra ventana u otro dispositivo se subió aquí un archivo más reciente. Ahora ves ese archivo.',
  document_not_ready:
    'Uno de tus documentos todavía no está listo. Inténtalo otra vez en unos minutos, o elimina el archivo y súbelo otra vez.',
  document_not_ready_for:
    'Todavía estamos preparando el archivo de “{label}”, así que tu solicitud aún no se ha enviado. Inténtalo otra vez en unos minutos, o elimina el archivo y súbelo otra vez.',
  staff_exists: 'Ya hay alguien en la lista con este correo electrónico.',
  note_changed: 'Esta nota cambió desde que la abriste. Lee el texto más reciente y luego cámbiala.',
  item_changed: 'Esto cambió desde que lo abriste. No se hizo nada; mira cómo está ahora.',
  answer_changed: 'Esta respuesta cambió hace un momento. Cierra esto y mira la más reciente.',
  item_closed: 'Como está ahora, aquí ya no se puede enviar ni decidir nada. Vuelve a cargar la página.',
  too_many_papers: 'Ya hay muchos archivos aquí. Escríbenos si necesitas enviar más.',
  assigned_meanwhile: 'Ya nadie tiene esta solicitud. No se cambió nada; elige de nuevo.',
  assigned_to_other: 'Mientras tanto, esta solicitud se asignó a {name}. No se cambió nada; elige de nuevo.',
  stage_changed: 'Mientras tanto, esta solicitud se quitó de su etapa. No se cambió nada; elige de nuevo.',
  stage_changed_to: 'Mientras tanto, esta solicitud pasó a “{stage}”. No se cambió nada; elige de nuevo.',
  too_many_selected: 'Son demasiadas solicitudes a la vez. Selecciona menos o reduce la lista.',
  changed_since_preview:
    'Estas solicitudes cambiaron desde que se contaron. No se hizo nada; mira lo que pasaría ahora.',
  wrong_state: 'Eso no se puede hacer con esta solicitud como está ahora. Vuelve a cargar la página.',
  too_large: 'Es demasiado largo para guardarlo. Acórtalo e inténtalo otra vez.',
  wrong_type: 'Aquí no podemos aceptar ese tipo de contenido.',
  not_complete: 'Tu solicitud todavía no está completa. Contesta las preguntas que faltan y envíala otra vez.',
  not_complete_correction:
    'No podemos guardar esto, porque la respuesta a “{label}” faltaría o estaría mal. Revisa lo que pusiste.',
  email_change_too_soon:
    'Hace muy poco pediste cambiar tu correo electrónico. Espera un rato, una hora como máximo, e inténtalo otra vez.',
  too_many: 'Hubo demasiados intentos. Espera un rato e inténtalo otra vez.',
  too_many_seconds: {
    one: 'Hubo demasiados intentos. Espera 1 segundo e inténtalo otra vez.',
    other: 'Hubo demasiados intentos. Espera {count} segundos e inténtalo otra vez.',
  },
  too_many_minutes: {
    one: 'Hubo demasiados intentos. Espera 1 minuto e inténtalo otra vez.',
    other: 'Hubo demasiados intentos. Espera {count} minutos e inténtalo otra vez.',
  },
  unexpected: 'Ocurrió un error inesperado. Inténtalo otra vez más tarde.',
  provider_away:
    'No hay conexión con el inicio de sesión de la universidad. Puedes seguir leyendo un rato, pero no se puede cambiar nada hasta que vuelva.',
  storage_gone:
    'En este momento no podemos guardar archivos. No se perdió nada de lo que guardaste. Inténtalo otra vez en un momento.',
  database_gone:
    'En este momento algo de nuestro lado no responde. No se perdió nada de lo que guardaste. Inténtalo otra vez en un momento.',
  overloaded:
    'Hay mucha gente usando el sitio en este momento. No se perdió nada de lo que guardaste. Inténtalo otra vez en un momento.',
  overloaded_for:
    'Hay mucha gente usando el sitio en este momento. No se perdió nada de lo que guardaste. Inténtalo otra vez en {seconds} segundos.',
} satisfies Translation<typeof apiErrors.texts>;

/** For adults at a school, who open a link and send files. */
export const usted = {
  bad_request: 'No pudimos leer una parte de lo que envió. Vuelva a cargar la página e inténtelo otra vez.',
  file_refused: 'No podemos aceptar ese archivo. Elija otro.',
  upload_order: 'No pudimos leer su archivo. Elíjalo otra vez.',
  upload_missing: 'No recibimos su archivo. Revise su conexión y súbalo otra vez.',
  cross_site:
    'Esta petición no se hizo desde este sitio, así que la rechazamos. Vuelva a cargar la página e inténtelo otra vez.',
  foreign_upload: 'Este archivo no se subió para este documento. Súbalo otra vez.',
  upload_expired: 'Se terminó el tiempo para subir este archivo. Elíjalo otra vez.',
  item_closed: 'Como está ahora, aquí ya no se puede enviar nada. Vuelva a cargar la página.',
  too_many_papers: 'Ya hay muchos archivos aquí. Escríbanos si necesita enviar más.',
  too_large: 'Es demasiado largo para enviarlo. Acórtelo e inténtelo otra vez.',
  too_many: 'Hubo demasiados intentos. Espere un rato e inténtelo otra vez.',
  too_many_seconds: {
    one: 'Hubo demasiados intentos. Espere 1 segundo e inténtelo otra vez.',
    other: 'Hubo demasiados intentos. Espere {count} segundos e inténtelo otra vez.',
  },
  too_many_minutes: {
    one: 'Hubo demasiados intentos. Espere 1 minuto e inténtelo otra vez.',
    other: 'Hubo demasiados intentos. Espere {count} minutos e inténtelo otra vez.',
  },
  unexpected: 'Ocurrió un error inesperado. Inténtelo otra vez más tarde.',
  storage_gone:
    'En este momento no podemos guardar archivos. No se perdió nada de lo que mandó antes. Inténtelo otra vez en un momento.',
  database_gone:
    'En este momento algo de nuestro lado no responde. No se perdió nada de lo que mandó antes. Inténtelo otra vez en un momento.',
  overloaded:
    'Hay mucha gente usando el sitio en este momento. No se perdió nada de lo que mandó antes. Inténtelo otra vez en un momento.',
  overloaded_for:
    'Hay mucha gente usando el sitio en este momento. No se perdió nada de lo que mandó antes. Inténtelo otra vez en {seconds} segundos.',
} satisfies Partial<Translation<typeof apiErrors.texts>>;
