import { sentences } from '@flota/contract/sentences.ts'
import { normalize } from '../../platform/db/search.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { Falla, Fila, Valor, Valores } from './importRow.ts'
import { findPersonas, findPlacas, type Nombrado, type Persona } from './lookups.ts'

/** What a cell names: the column of a trip or a price that it becomes, and among whom it is looked for. */
export interface Referencia {
  campo: string
  column: string
  tabla: Persona | 'camiones'
}

export const referenciasDeTarifa: readonly Referencia[] = [
  { campo: 'cliente', column: 'cliente_id', tabla: 'clientes' },
]
export const referenciasDeRuta: readonly Referencia[] = [
  ...referenciasDeTarifa,
  { campo: 'placa', column: 'camion_id', tabla: 'camiones' },
  { campo: 'piloto', column: 'chofer_id', tabla: 'choferes' },
  { campo: 'ayudante', column: 'ayudante_id', tabla: 'ayudantes' },
]

const unknown: Record<Referencia['tabla'], string> = {
  clientes: sentences.unknownCliente,
  camiones: sentences.unknownCamion,
  choferes: sentences.unknownChofer,
  ayudantes: sentences.unknownAyudante,
}
const severalOf: Record<Persona, string> = {
  clientes: 'clientes',
  choferes: 'pilotos',
  ayudantes: 'ayudantes',
}
export const several = (tabla: Persona) => `Hay varios ${severalOf[tabla]} con ese nombre.`

export type Found = (texto: string) => Nombrado | string

async function finder(db: Db, tabla: Referencia['tabla'], textos: string[]): Promise<Found> {
  if (tabla === 'camiones') {
    const placas = await findPlacas(db, textos)
    return (texto) => {
      const { id = null, nombre = null } = placas.get(texto) ?? {}
      return id === null || nombre === null ? unknown.camiones : { id, nombre }
    }
  }
  const personas = await findPersonas(db, tabla, textos)
  return (texto) => {
    const [first, second] = personas.get(normalize(texto)) ?? []
    if (second) return several(tabla)
    return first ?? unknown[tabla]
  }
}

const textsOf = (filas: readonly Fila[], campo: string) =>
  filas.map(({ leido }) => leido[campo]).filter((each) => typeof each === 'string')

/** How each of these is found by what the rows call it. */
export async function findersFor(
  db: Db,
  filas: readonly Fila[],
  referencias: readonly Referencia[],
): Promise<Map<string, Found>> {
  const all = new Map<string, Found>()
  for (const { campo, tabla } of referencias) all.set(campo, await finder(db, tabla, textsOf(filas, campo)))
  return all
}

/** A row with what its cells name. */
export interface Resuelta {
  fila: Fila
  fallas: Falla[]
  ids: Record<string, number | null>
  nombres: Record<string, string>
}

/** Whom its cells name; a cell that is wrong by itself is not looked at again. */
export function resolve(
  fila: Fila,
  referencias: readonly Referencia[],
  finders: Map<string, Found>,
): Resuelta {
  const told: Resuelta = { fila, fallas: [...fila.fallas], ids: {}, nombres: {} }
  for (const { campo, column } of referencias) {
    const texto: Valor | undefined = fila.leido[campo]
    if (texto == null) {
      told.ids[column] = null
      continue
    }
    const found = finders.get(campo)?.(String(texto)) ?? ''
    if (typeof found === 'string') told.fallas.push({ campo, mensaje: found })
    else {
      told.ids[column] = found.id
      told.nombres[campo] = found.nombre
    }
  }
  return told
}

export const withIds = ({ fila, ids }: Resuelta): Valores => ({ ...fila.valores, ...ids })
