import { staleVersion } from './staleVersion.ts'

/** Sentences that the server and the screens both say (contract.md sections 2 and 8). */
export const sentences = {
  required: 'Este campo es obligatorio.',
  wrongCredentials: 'Usuario o contraseña incorrectos',
  noToken: 'No hay token',
  sessionExpired: 'Sesión expirada. Inicia sesión nuevamente.',
  tookTooLong: 'El envío tardó demasiado. Intenta nuevamente.',
  forbidden: 'No tienes permiso para realizar esta acción',
  staleVersion,
  unknownCliente: 'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.',
  unknownCamion: 'Camión no encontrado. Verifica que el camión seleccionado sea válido.',
  unknownChofer: 'Chofer no encontrado. Verifica que el chofer seleccionado sea válido.',
  unknownRuta: 'Ruta no encontrada. Verifica que la ruta seleccionada sea válida.',
  unknownAyudante: 'Ayudante no encontrado. Verifica que el ayudante seleccionado sea válido.',
  latinUsername: 'Usa letras latinas en el nombre de usuario.',
  pilotoNeeded: 'El rol piloto necesita un piloto.',
  rutaCreated: 'Ruta creada exitosamente',
  endsEarly: 'La fecha final no puede ser anterior a la inicial.',
  expiresEarly: 'La fecha de vencimiento no puede ser anterior a la de emisión.',
  wrongValue: 'El valor no es válido.',
  wrongDate: 'Escribe una fecha válida.',
  mailOff: 'El correo no está configurado.',
  wrongMail: 'Escribe un correo válido.',
  passwordChanged: 'Contraseña actualizada correctamente',
} as const
