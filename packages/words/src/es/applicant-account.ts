import type { Translation } from '../area.ts';
import type { applicantAccount } from '../en/applicant-account.ts';

export const es = {
  signedInAs: 'Sesión iniciada como',
  pdfCopy: 'Obtener copia en PDF',
  logOut: 'Cerrar sesión',
  changePassword: 'Cambiar contraseña',
  changeEmail: 'Cambiar correo electrónico',
} satisfies Translation<typeof applicantAccount.texts>;
