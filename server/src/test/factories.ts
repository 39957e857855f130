import { randomUUID } from 'node:crypto'
import type { Client } from './testApp.ts'

type Changes = Record<string, unknown>

const unique = () => randomUUID().slice(0, 8).toUpperCase()

/** Complete form values, with a unique plate, name or number. */
export const aCamion = (changes: Changes = {}) => ({
  placa: `C-${unique()}`,
  marca: 'Freightliner',
  modelo: 'M2 106',
  color: 'Blanco',
  tipo: 'Cabezal',
  tarjeta_circulacion: 'TC-4471',
  ...changes,
})

export const aChofer = (changes: Changes = {}) => ({
  nombre: 'Julio',
  apellido: `Xicará ${unique()}`,
  telefono: '5555-1234',
  tipo_licencia: 'A',
  vencimiento: '2027-06-30',
  ...changes,
})

export const aPersona = (changes: Changes = {}) => ({
  nombre: 'Rosa',
  apellido: `Ixcoy ${unique()}`,
  telefono: '5555-9876',
  ...changes,
})

export const aRestriccion = (changes: Changes = {}) => ({
  nombre: `Feriado ${unique()}`,
  desde: '2026-12-24',
  hasta: '2026-12-25',
  ...changes,
})

/** Creates client, truck, pilot and helper over HTTP and returns their ids. */
export async function someReferences(admin: Client) {
  const make = async (path: string, body: unknown): Promise<number> =>
    (await admin.post(path, body)).body.data.id
  return {
    cliente_id: await make('/api/clientes', aPersona()),
    camion_id: await make('/api/camiones', aCamion()),
    chofer_id: await make('/api/choferes', aChofer()),
    ayudante_id: await make('/api/ayudantes', aPersona()),
  }
}

/** Complete form of a trip. The references must exist. */
export const aRuta = (references: Awaited<ReturnType<typeof someReferences>>, changes: Changes = {}) => ({
  no_ruta: `R-${unique()}`,
  ...references,
  servicio: 'Flete local',
  mercaderia: 'Cemento',
  combustible: 35.5,
  origen: 'Guatemala',
  destino: 'Quetzaltenango',
  fecha: '2026-11-20',
  hora: '08:30',
  precio: 1250.5,
  comentario: 'Entregar en bodega 3',
  ...changes,
})
