/** Sentences that the server and the screens both say (contract.md sections 2 and 8). */
export const sentences = {
  required: 'Este campo es obligatorio.',
  wrongCredentials: 'Usuario o contraseña incorrectos',
  noToken: 'No hay token',
  sessionExpired: 'Sesión expirada. Inicia sesión nuevamente.',
  forbidden: 'No tienes permiso para realizar esta acción',
  staleVersion: 'Otro usuario modificó este registro. Recarga para ver los cambios.',
  unknownCliente: 'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.',
  unknownCamion: 'Camión no encontrado. Verifica que el camión seleccionado sea válido.',
  unknownChofer: 'Chofer no encontrado. Verifica que el chofer seleccionado sea válido.',
  unknownAyudante: 'Ayudante no encontrado. Verifica que el ayudante seleccionado sea válido.',
  pilotoNeeded: 'El rol piloto necesita un piloto.',
  rutaCreated: 'Ruta creada exitosamente',
  endsEarly: 'La fecha final no puede ser anterior a la inicial.',
  wrongDate: 'Escribe una fecha válida.',
  passwordChanged: 'Contraseña actualizada correctamente',
} as const
