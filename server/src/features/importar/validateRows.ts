import { fieldErrors } from '@flota/contract/core/validation.ts'
import { documentos } from '@flota/contract/documents/documentos.ts'
import { catalogueEndpointGroups } from '@flota/contract/endpoints.ts'
import { documentoOwnerCampos, type ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { tarifas } from '@flota/contract/money/tarifas.ts'
import { rutas } from '@flota/contract/trips/rutas.ts'
import type { z } from 'zod'
import { cooperativeYield } from './batches.ts'
import type { CellError, FieldValue, FieldValues, ImportRow } from './importRow.ts'
import type { ImportSheet } from './importSheet.ts'
import { readCell, readHourOfDate } from './reader/readCell.ts'
import type { SheetRow } from './reader/sheet.ts'

/** Validates each row with POST's schema, without looking at other rows or the database. */
export async function validateRows(tipo: ImportTipo, sheet: ImportSheet): Promise<ImportRow[]> {
  const yieldIfDue = cooperativeYield()
  const rows: ImportRow[] = []
  for (const row of sheet.filas) {
    rows.push(validateRow(tipo, sheet, row))
    await yieldIfDue()
  }
  return rows
}

function parseRow({ campos, sharedHour }: ImportSheet, { cells }: SheetRow) {
  const parsed: Record<string, FieldValue> = {}
  const errors: CellError[] = []
  for (const [at, { campo, clase, context }] of campos.entries()) {
    const read = readCell(clase, cells[at] ?? null, context)
    parsed[campo] = 'value' in read ? read.value : null
    if ('error' in read) errors.push({ campo, mensaje: read.error })
  }
  if (sharedHour)
    parsed[sharedHour.campo] = readHourOfDate(cells[sharedHour.dateAt] ?? null, sharedHour.context)
  return { parsed, errors }
}

function validateRow(tipo: ImportTipo, sheet: ImportSheet, row: SheetRow): ImportRow {
  const { schema, bodyFor, campoOf } = rowSchemas[tipo]
  const { parsed, errors: cellErrors } = parseRow(sheet, row)
  const { body, rowError = null, errors: bodyErrors = [] } = bodyFor(parsed)
  const { data, error } = schema.safeParse(body)
  const errorsByCampo = new Map([...cellErrors, ...bodyErrors].map((each) => [each.campo, each]))
  for (const [field, mensaje] of error ? Object.entries(fieldErrors(error)) : []) {
    const campo = field in parsed ? field : (campoOf[field] ?? field)
    if (!errorsByCampo.has(campo)) errorsByCampo.set(campo, { campo, mensaje })
  }
  const errors = [...errorsByCampo.values()]
  const withoutErrors = { ...parsed, ...Object.fromEntries(errors.map(({ campo }) => [campo, null])) }
  return {
    fila: row.fila,
    cells: row.cells,
    parsed: withoutErrors,
    errors,
    rowError,
    // The schemas of these types return only text, numbers and null.
    valores: errors.length === 0 ? (data as FieldValues) : {},
  }
}

/** Body of POST for a row. */
interface RowBody {
  body: Record<string, unknown>
  errors?: CellError[]
  rowError?: string
}

interface RowSchema {
  schema: z.ZodType
  bodyFor: (parsed: FieldValues) => RowBody
  /** Sheet field of each body field with another name. */
  campoOf: Readonly<Record<string, string>>
}

/** Returns a placeholder id: a later step looks the record up by its name. */
const placeholderId = (value: unknown) => (value == null ? null : 1)

/** Surname of a company whose name is one word. Pilots and helpers need two words. */
const defaultApellido: Partial<Record<ImportTipo, string>> = { clientes: 'Cliente' }

/** Splits a full name after its first word. The second part is undefined if a required word is missing. */
export function splitName(
  tipo: ImportTipo,
  fullName: string,
): [nombre: string, apellido: string | undefined] {
  const [nombre = '', ...rest] = fullName.split(/\s+/)
  return [nombre, rest.join(' ') || defaultApellido[tipo]]
}

const personaBody =
  (tipo: ImportTipo) =>
  (parsed: FieldValues): RowBody => {
    if (!('nombre_completo' in parsed)) return { body: parsed }
    const fullName = parsed.nombre_completo
    if (fullName === null) return { body: { ...parsed, nombre: null, apellido: null } }
    const [nombre, apellido] = splitName(tipo, String(fullName))
    const body = { ...parsed, nombre, apellido: apellido ?? nombre }
    return apellido
      ? { body }
      : { body, errors: [{ campo: 'nombre_completo', mensaje: 'Escribe nombre y apellido.' }] }
  }

const finalEstados = ['Entregado', 'Incidente']

function rutaBody({
  cliente,
  placa,
  piloto,
  ayudante,
  no_ruta,
  hora,
  estado,
  ...parsed
}: FieldValues): RowBody {
  const isFinished = estado == null || finalEstados.includes(String(estado))
  const body = {
    ...parsed,
    // storeRutas assigns the missing numbers.
    no_ruta: no_ruta ?? '-',
    hora: hora ?? '00:00:00',
    cliente_id: placeholderId(cliente),
    camion_id: placeholderId(placa),
    chofer_id: placeholderId(piloto),
    ayudante_id: placeholderId(ayudante),
    estado: isFinished ? (estado ?? 'Entregado') : 'Entregado',
  }
  const mensaje = 'Solo se importan viajes terminados: Entregado o Incidente.'
  return isFinished ? { body } : { body, errors: [{ campo: 'estado', mensaje }] }
}

function documentoBody({ tipo, placa, piloto, ayudante, ...parsed }: FieldValues): RowBody {
  const owners = documentoOwnerCampos.filter((campo) => ({ placa, piloto, ayudante })[campo] != null)
  const owner = { entidad: 'camiones', entidad_id: 1 }
  return owners.length === 1
    ? { body: { ...parsed, ...owner, tipo_id: placeholderId(tipo) } }
    : { body: { ...parsed, ...owner, tipo_id: 1 }, rowError: 'Escribe la placa, el piloto o el ayudante.' }
}

const tarifaBody = ({ cliente, ...parsed }: FieldValues): RowBody => ({
  body: { ...parsed, cliente_id: placeholderId(cliente) },
})

const personaSchema = (tipo: 'choferes' | 'ayudantes' | 'clientes'): RowSchema => ({
  schema: catalogueEndpointGroups[tipo].create.body,
  bodyFor: personaBody(tipo),
  campoOf: { nombre: 'nombre_completo', apellido: 'nombre_completo' },
})

/** Uses POST's own schemas, so that a cell's error is the same as a form field's. */
export const rowSchemas: Record<ImportTipo, RowSchema> = {
  choferes: personaSchema('choferes'),
  ayudantes: personaSchema('ayudantes'),
  clientes: personaSchema('clientes'),
  camiones: {
    schema: catalogueEndpointGroups.camiones.create.body,
    bodyFor: (body) => ({ body }),
    campoOf: {},
  },
  tarifas: { schema: tarifas.create.body, bodyFor: tarifaBody, campoOf: { cliente_id: 'cliente' } },
  documentos: { schema: documentos.create.body, bodyFor: documentoBody, campoOf: { tipo_id: 'tipo' } },
  rutas: {
    schema: rutas.create.body,
    bodyFor: rutaBody,
    campoOf: { cliente_id: 'cliente', camion_id: 'placa', chofer_id: 'piloto', ayudante_id: 'ayudante' },
  },
}
