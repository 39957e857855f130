interface Viaje {
  estado: string
  /** `YYYY-MM-DD`. */
  fecha: string
  /** `HH:MM:SS`. */
  hora: string
}

/** Whether a trip is still Pendiente though its date and hour have passed; `ahora` is the company's `YYYY-MM-DD HH:MM`. */
export const conRetraso = ({ estado, fecha, hora }: Viaje, ahora: string) =>
  estado === 'Pendiente' && `${fecha} ${hora}` < ahora
