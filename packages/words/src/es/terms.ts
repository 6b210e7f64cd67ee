import type { Translation } from '../area.ts';
import type { terms } from '../en/terms.ts';

export const es = {
  notOpen:
    '{term}: puedes enviar tu solicitud a partir del {moment}. Ya puedes llenar este formulario: tus respuestas se conservan hasta entonces.',
  open: '{term}: puedes enviar tu solicitud hasta el {moment}.',
  daysLeft: { one: 'Queda un día.', other: 'Quedan {count} días.' },
  lastDay: 'Hoy es el último día.',
  counts:
    'Si presionas “Enviar solicitud” antes de ese momento y nos llega en los {minutes} minutos siguientes, se considera enviada a tiempo.',
  thenAccepted: 'Después de esa fecha seguimos leyendo solicitudes mientras haya cupo.',
  thenRefused: 'Después de esa fecha no podemos aceptar solicitudes para este periodo.',
  late: '{term}: la fecha límite fue el {moment}. Todavía puedes solicitar admisión: leemos solicitudes mientras haya cupo.',
  closed: '{term}: la fecha límite fue el {moment}. Puedes elegir otro periodo en la primera página o escribirnos:',
} satisfies Translation<typeof terms.texts>;
