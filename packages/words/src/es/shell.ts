import type { Translation } from '../area.ts';
import type { shell } from '../en/shell.ts';

export const es = {
  skip: 'Ir al formulario',
  account: 'Cuenta',
  closeAccount: 'Cerrar',
  visitor: 'Crea una cuenta para guardar tus respuestas y volver a ellas cuando quieras.',
  signIn: 'Iniciar sesión',
  createAccount: 'Crear cuenta',
  steps: 'Pasos de la solicitud',
  review: 'Revisar respuestas',
  backToReview: 'Volver a las respuestas',
  next: 'Guardar y continuar',
  previous: 'Anterior',
  submit: 'Enviar solicitud',
  banner: {
    label: 'Bienvenida',
    visitor: {
      title: '¿Es tu primera vez aquí?',
      text: 'Explora un poco y empieza cuando quieras. No hay que pagar ni escribir un ensayo. Necesitarás una cuenta para guardar tus respuestas.',
      before: 'Si ya tienes una cuenta,',
      link: 'inicia sesión',
      after: 'para seguir donde te quedaste.',
    },
    firstLogin: {
      title: '¡Muy bien!',
      text: 'Ya diste el primer paso. No hay que pagar ni escribir un ensayo. Contesta las preguntas a tu ritmo y guardaremos tus respuestas mientras avanzas.',
    },
    returning: {
      title: '¡Estamos esperando tu solicitud!',
      text: '¡Termina hoy tu solicitud para que podamos trabajar enseguida en tu decisión de admisión!',
    },
  },
  resume: {
    before: '¿Dónde me quedé? Tu primera pregunta sin contestar:',
    allAnswered: 'Ya contestaste todas las preguntas que necesitamos.',
  },
} satisfies Translation<typeof shell.texts>;
