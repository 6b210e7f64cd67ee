import type { Translation } from '../area.ts';
import type { sessionWatch } from '../en/session-watch.ts';

export const es = {
  stillWorking: {
    title: '¿Sigues ahí?',
    body: 'Hace rato que no hay actividad. Para proteger tu solicitud, cerraremos tu sesión en alrededor de un minuto.',
    saved: 'Tus respuestas están guardadas.',
    unsaved:
      'Algunas de tus respuestas todavía no se han guardado. Seguiremos intentándolo. Lo que no podamos guardar se queda en esta pestaña del navegador hasta que vuelvas a iniciar sesión.',
    stay: 'Seguir trabajando',
    logOut: 'Cerrar sesión',
  },
  unsaved: {
    title: {
      one: '1 respuesta sin guardar todavía',
      other: '{count} respuestas sin guardar todavía',
    },
    saved: 'Todo está guardado',
    body: 'Seguimos intentando guardar. Si esperas, cerraremos tu sesión en cuanto todo esté guardado. Si la cierras ahora, lo que no se ha guardado se pierde y esta computadora no conserva nada de eso.',
    elsewhere: 'Están en otras pestañas de este navegador.',
    partlyElsewhere: 'Algunas están en otras pestañas de este navegador.',
    waiting:
      'Estamos esperando a que se guarden tus respuestas; después cerraremos tu sesión. Para seguir trabajando, cierra esta ventana.',
    wait: 'Esperar',
    lose: { one: 'Cerrar sesión sin guardar', other: 'Cerrar sesión sin guardar' },
    close: 'Volver a tu solicitud',
    notSubmitted: 'Tu solicitud todavía no se envió',
    submitting:
      'Seguimos intentando enviarla. Si cierras la sesión ahora, no se enviará y se perderán las respuestas que todavía no se guardaron.',
    notSubmit: 'Cerrar sesión sin enviar',
  },
} satisfies Translation<typeof sessionWatch.texts>;
