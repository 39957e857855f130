export const cargasPath = '/api/cargas'

/** Returns the form of a fuel fill-up that the company paid. */
export const aCarga = (camion_id: number, changes: object = {}) => ({
  camion_id,
  fecha: '2026-01-15',
  galones: 40,
  total: 1200,
  paga: 'empresa',
  ...changes,
})
