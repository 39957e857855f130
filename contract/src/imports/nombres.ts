import { z } from 'zod'
import type { ImportTipo } from './importarCampos.ts'

/** What becomes of the rows with a value that names no record: a record's id, a new record, or nothing. */
export type NameChoice = number | 'crear' | 'omitir'
/** Choices by field and value. */
export type NameChoices = ReadonlyMap<string, ReadonlyMap<string, NameChoice>>

/** Fields whose cells name a record. In a list of people and trucks it is the row's own name. */
export const namedCampos: Readonly<Record<ImportTipo, readonly string[]>> = {
  choferes: ['nombre_completo', 'nombre', 'piloto'],
  ayudantes: ['nombre_completo', 'nombre', 'ayudante'],
  clientes: ['nombre_completo', 'nombre', 'cliente'],
  camiones: ['placa'],
  tarifas: ['cliente'],
  documentos: ['tipo', 'placa', 'piloto', 'ayudante'],
  rutas: ['cliente', 'placa', 'piloto', 'ayudante'],
  facturas: ['cliente'],
}

const maxBytes = 64 * 1024

const choice = z.union([z.int().min(1), z.enum(['crear', 'omitir'])])
const nombresSchema = z.record(z.string(), z.record(z.string(), choice))

/** Parses `nombres`. Returns undefined if it is invalid for this kind. */
export function parseNombres(tipo: ImportTipo, text: string | undefined): NameChoices | undefined {
  if (text === undefined) return new Map()
  if (new TextEncoder().encode(text).length > maxBytes) return undefined
  try {
    const json: unknown = JSON.parse(text)
    const sent = nombresSchema.safeParse(json).data
    // z.record() drops the key __proto__, which would hide an unknown field.
    if (!sent || Object.keys(json ?? {}).includes('__proto__')) return undefined
    const isValid = Object.entries(sent).every(
      ([campo, values]) =>
        namedCampos[tipo].includes(campo) && (campo !== 'tipo' || !Object.values(values).includes('crear')),
    )
    return isValid
      ? new Map(Object.entries(sent).map(([campo, values]) => [campo, new Map(Object.entries(values))]))
      : undefined
  } catch {
    return undefined
  }
}

const choosesAny = (nombres: NameChoices, choice: NameChoice): boolean =>
  [...nombres.values()].some((values) => [...values.values()].includes(choice))

/** Returns whether any value becomes a new record. */
export const createsRecords = (nombres: NameChoices): boolean => choosesAny(nombres, 'crear')
/** Returns whether rows of any value are left out. */
export const omitsRecords = (nombres: NameChoices): boolean => choosesAny(nombres, 'omitir')
