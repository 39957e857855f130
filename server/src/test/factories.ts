import { randomUUID } from 'node:crypto'

/** What a form of trucks sends: complete, with a plate that nobody else has. */
export const aCamion = (changes: Record<string, unknown> = {}) => ({
  placa: `C-${randomUUID().slice(0, 8).toUpperCase()}`,
  marca: 'Freightliner',
  modelo: 'M2 106',
  color: 'Blanco',
  tipo: 'Cabezal',
  tarjeta_circulacion: 'TC-4471',
  ...changes,
})
