import { fromKeys } from '@flota/contract/core/keys.ts'
import { fieldErrors } from '@flota/contract/core/validation.ts'
import { documentos } from '@flota/contract/documents/documentos.ts'
import { catalogueEndpointGroups } from '@flota/contract/endpoints.ts'
import {
  documentoOwnerCampos,
  type ImportTipo,
  keyCampos,
  missingCampos,
  sheets,
} from '@flota/contract/imports/importarCampos.ts'
import type { ImportOptions } from '@flota/contract/imports/importQuery.ts'
import { tarifas } from '@flota/contract/money/tarifas.ts'
import type { DescribedColumn } from '@flota/contract/records/sheets.ts'
import { rutas } from '@flota/contract/trips/rutas.ts'
import type { z } from 'zod'
import { cooperativeYield } from './batches.ts'
import type { CellError, FieldValue, FieldValues, ImportRow } from './importRow.ts'
import type { ImportSheet } from './importSheet.ts'
import { readCell, readHourOfDate } from './reader/readCell.ts'
import type { SheetRow } from './reader/sheet.ts'

/** Validates each row with POST's schema, without looking at other rows or the database. */
export async function validateRows(
  tipo: ImportTipo,
  sheet: ImportSheet,
  { sin, duplicados }: Pick<ImportOptions, 'sin' | 'duplicados'>,
): Promise<ImportRow[]> {
  const optional = { sin, isUpdate: duplicados === 'actualizar' }
  const yieldIfDue = cooperativeYield()
  const rows: ImportRow[] = []
  for (const row of sheet.filas) {
    rows.push(validateRow(tipo, sheet, row, optional))
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

/** Which required fields a row may lack. */
interface OptionalFields {
  sin: readonly string[]
  /** Then a record that exists keeps what the sheet has no column for. */
  isUpdate: boolean
}

/** Valid values of the fields that a row lacks, so that only the others are validated. */
const placeholders = { text: 'x', date: '2000-01-01', hour: '00:00', amount: '1' }

function validateRow(
  tipo: ImportTipo,
  sheet: ImportSheet,
  row: SheetRow,
  { sin, isUpdate }: OptionalFields,
): ImportRow {
  const { schema, bodyFor, campoOf } = rowSchemas[tipo]
  const { parsed, errors: cellErrors } = parseRow(sheet, row)
  const { body, rowError = null, errors: bodyErrors = [], mayLack = [] } = bodyFor(parsed)
  const absent = isUpdate ? absentFields(tipo, parsed) : []
  const isWrong = (campo: string) => cellErrors.some((each) => each.campo === campo)
  const empty = [...new Set([...sin, ...mayLack, ...absent])].filter(
    (campo) => body[campo] == null && !isWrong(campo),
  )
  const needed = empty.filter((campo) => !sin.includes(campo) && !mayLack.includes(campo))
  const { data, error } = schema.safeParse({
    ...body,
    ...fromKeys(empty, (campo) => placeholderOf(tipo, campo)),
  })
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
    valores: errors.length === 0 ? { ...(data as FieldValues), ...fromKeys(empty, () => null) } : {},
    empty,
    needed,
  }
}

const fieldsOfSheet = (tipo: ImportTipo): Readonly<Record<string, DescribedColumn>> => sheets[tipo]

function placeholderOf(tipo: ImportTipo, campo: string): string {
  const type = fieldsOfSheet(tipo)[campo]?.type
  return type === 'date' || type === 'hour' || type === 'amount' ? placeholders[type] : placeholders.text
}

/** Returns the required fields without a column, except the key fields. */
const absentFields = (tipo: ImportTipo, parsed: FieldValues): string[] =>
  missingCampos(tipo, (campo) => campo in parsed).filter((campo) => !keyCampos[tipo].includes(campo))

/** Body of POST for a row. */
interface RowBody {
  /** Required fields that this row may lack. */
  mayLack?: string[]
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

/** Splits a full name after its first word. */
export function splitName(fullName: string): [nombre: string, apellido: string | null] {
  const [nombre = '', ...rest] = fullName.split(/\s+/)
  return [nombre, rest.join(' ') || null]
}

/** A client of one word is a company without apellido. Pilots and helpers need two words. */
const personaBody =
  (tipo: ImportTipo) =>
  (parsed: FieldValues): RowBody => {
    const fullName = parsed.nombre_completo
    if (fullName === null) return { body: { ...parsed, nombre: null, apellido: null } }
    const [nombre, apellido] =
      fullName === undefined ? [parsed.nombre, parsed.apellido] : splitName(String(fullName))
    const body = { ...parsed, nombre, apellido }
    if (tipo === 'clientes' && apellido == null && !/\s/.test(String(nombre)))
      return { body, mayLack: ['apellido'] }
    return fullName === undefined || apellido
      ? { body }
      : {
          body: { ...body, apellido: nombre },
          errors: [{ campo: 'nombre_completo', mensaje: 'Escribe nombre y apellido.' }],
        }
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
