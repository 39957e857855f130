export interface Viaje {
  estado: string
  /** `YYYY-MM-DD`. */
  fecha: string
  /** `HH:MM:SS`. */
  hora: string
}

/** Whether a trip is still Pendiente though its hour has passed by `ahora`, the company's `YYYY-MM-DD HH:MM`; while that is unknown, no. */
export const conRetraso = ({ estado, fecha, hora }: Viaje, ahora = '') =>
  estado === 'Pendiente' && `${fecha} ${hora}` < ahora
