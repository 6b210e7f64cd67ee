import type { Translation } from '../area.ts';
import type { changePassword } from '../en/change-password.ts';

export const es = {
  title: 'Cambiar contraseña',
  errorLabel: 'Error al cambiar la contraseña',
  intro: 'Se cerrará la sesión de tu cuenta en todos los demás navegadores.',
  current: 'Contraseña actual',
  password: 'Contraseña nueva',
  confirm: 'Confirmar contraseña',
  successLabel: 'Confirmación',
  everywhere: 'Cerrar sesión en todas partes',
  unanswered: 'Puede que tu contraseña ya se haya cambiado, así que prueba primero con la nueva.',
  question: '¿Ya terminaste?',
  link: 'Volver a tu solicitud',
} satisfies Translation<typeof changePassword.texts>;
