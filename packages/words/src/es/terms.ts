import type { Translation } from '../area.ts';
import type { terms } from '../en/terms.ts';

export const es = {
  notOpen:
    'Las solicitudes para {term} se abren el {moment}. Ya puedes llenar este formulario: tus respuestas se conservan hasta entonces.',
  open: 'Puedes enviar tu solicitud para {term} hasta el {moment}.',
  daysLeft: { one: 'Queda un día.', other: 'Quedan {count} días.' },
  lastDay: 'Hoy es el último día.',
  counts:
    'Si presionas “Enviar solicitud” antes de ese momento y nos llega en los {minutes} minutos siguientes, se considera enviada a tiempo.',
  thenAccepted: 'Después de esa fecha seguimos leyendo solicitudes mientras haya lugar.',
  thenRefused: 'Después de esa fecha no podemos aceptar solicitudes para este periodo.',
  late: 'La fecha límite para {term} fue el {moment}. Todavía puedes solicitar admisión: leemos solicitudes mientras haya lugar.',
  closed:
    'Las solicitudes para {term} cerraron el {moment}. Puedes elegir otro periodo en la primera página o escribirnos:',
} satisfies Translation<typeof terms.texts>;
