/** Sentences that the server and the screens both say (contract.md section 2, spec.md section 8). */
export const sentences = {
  required: 'Este campo es obligatorio.',
  wrongCredentials: 'Usuario o contraseña incorrectos',
  noToken: 'No hay token',
  sessionExpired: 'Sesión expirada. Inicia sesión nuevamente.',
  forbidden: 'No tienes permiso para realizar esta acción',
  staleVersion: 'Otro usuario modificó este registro. Recarga para ver los cambios.',
  passwordChanged: 'Contraseña actualizada correctamente',
} as const
