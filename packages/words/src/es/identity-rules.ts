import type { Translation } from '../area.ts';
import type { identityRules } from '../en/identity-rules.ts';

export const es = {
  email: 'Tu correo electrónico debe ser válido.',
  loginEmail: 'Escribe un correo electrónico válido.',
  loginPassword: 'Escribe tu contraseña.',
  resendEmail: 'Escribe un correo electrónico válido para que te reenviemos el código de confirmación.',
  code: 'El código de confirmación debe tener exactamente 6 dígitos.',
  passwordsMatch: 'las contraseñas deben coincidir',
  noId: 'Esta página necesita el enlace completo de nuestro correo, y le falta una parte. Pide un enlace nuevo.',
  length: 'Al menos {minimum} caracteres',
  uppercase: 'Una letra mayúscula',
  lowercase: 'Una letra minúscula',
  number: 'Un número',
  special: 'Un carácter especial de estos: {characters}',
  whitespace: 'Sin espacios al principio ni al final',
  maximum: 'Como máximo {maximum} caracteres',
} satisfies Translation<typeof identityRules.texts>;
