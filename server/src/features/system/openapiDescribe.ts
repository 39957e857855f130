import type { Fields } from '@flota/contract/core/fields.ts'
import { campoLabel, recordFields } from '@flota/contract/records/campos.ts'
import { cargaFields, cargaOwnFields } from '@flota/contract/records/cargas.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import { cobroFields } from '@flota/contract/records/cobros.ts'
import { documentoFields } from '@flota/contract/records/documentos.ts'
import { facturaFields } from '@flota/contract/records/facturas.ts'
import { fiscalFields } from '@flota/contract/records/fiscal.ts'
import { lecturaFields } from '@flota/contract/records/lecturas.ts'
import { liquidacionFields } from '@flota/contract/records/liquidaciones.ts'
import { mantenimientoFields } from '@flota/contract/records/mantenimientos.ts'
import { movimientoFields } from '@flota/contract/records/movimientos.ts'
import { planFields } from '@flota/contract/records/planes.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import { tarifaFields } from '@flota/contract/records/tarifas.ts'
import { usuarioFields } from '@flota/contract/records/usuarios.ts'
import type { Json } from '../../platform/http/jsonSchema.ts'
import texts from './openapiTexts.json' with { type: 'json' }

// The contract's schemas carry no descriptions, because the browser loads them with its forms.

/** Appended to the description of every property that holds a moment. */
const momentText = texts.properties.momento
/** Fields of a record by the first words of its schemas' names. */
const fieldsBySchema: Readonly<Record<string, Fields>> = {
  ...Object.fromEntries(
    Object.values(catalogues).map(({ record, fields }): [string, Fields] => [record, fields]),
  ),
  Carga: cargaFields,
  Cobro: cobroFields,
  DatosFiscales: fiscalFields,
  Documento: documentoFields,
  EstadoDeCuentaFila: facturaFields,
  Factura: facturaFields,
  Gasto: { ...movimientoFields, ...cargaOwnFields },
  Lectura: lecturaFields,
  Liquidacion: liquidacionFields,
  Mantenimiento: mantenimientoFields,
  Movimiento: movimientoFields,
  Papel: documentoFields,
  Plan: planFields,
  Planes: planFields,
  Revision: rutaFields,
  Ruta: rutaFields,
  Servicio: mantenimientoFields,
  Tarifa: tarifaFields,
  Ultimo: rutaFields,
  Usuario: usuarioFields,
  Viaje: rutaFields,
}
/** Fields of all records by name, for other schemas; of two with one name the first record's counts. */
const fieldsByName = Object.fromEntries(recordFields.toReversed().flatMap((fields) => Object.entries(fields)))
/** By property name, for properties that are no field of a record. */
const descriptions: Readonly<Record<string, string>> = texts.properties
/** By `Schema.property`, for a name with a meaning of its own in that schema, or in those whose name it begins. */
const ownDescriptions: Readonly<Record<string, string>> = texts.ownProperties
/** By property name or by `Schema.property`. */
const examples: Readonly<Record<string, unknown>> = texts.examples

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMoment = ({ format, anyOf }: Json): boolean =>
  format === 'date-time' || (Array.isArray(anyOf) && anyOf.some((each) => isObject(each) && isMoment(each)))

/** Returns the name and its beginnings by words, the longest first: FacturaListada and Factura. */
const beginningsOf = (owner: string) => {
  const words = owner.split(/(?=[A-Z])/)
  return words.map((_, index) => words.slice(0, words.length - index).join(''))
}

const fieldOf = (owner: string, name: string) =>
  beginningsOf(owner)
    .map((each) => fieldsBySchema[each]?.[name])
    .find(Boolean) ?? fieldsByName[name]

function descriptionOf(owner: string, name: string, property: Json): string {
  const [own] = beginningsOf(owner).flatMap(
    (each) => ownDescriptions[`${each}.${name}`] ?? fieldsBySchema[each]?.[name]?.description ?? [],
  )
  const text = own ?? descriptions[name] ?? fieldsByName[name]?.description ?? campoLabel(name)
  return isMoment(property) && !text.includes(momentText) ? `${text} ${momentText}` : text
}

const hasTypeOf = (example: unknown, { type, anyOf }: Json): boolean => {
  const types = [type, ...(Array.isArray(anyOf) ? anyOf.map((each) => isObject(each) && each.type) : [])]
  return types.some((each) => each === typeof example)
}

function describeProperty(owner: string, name: string, property: unknown): unknown {
  if (!isObject(property) || property.description !== undefined) return property
  const example = examples[`${owner}.${name}`] ?? examples[name] ?? fieldOf(owner, name)?.example
  return {
    ...property,
    description: descriptionOf(owner, name, property),
    ...(example !== undefined &&
      !property.format &&
      !property.enum &&
      hasTypeOf(example, property) && { examples: [example] }),
  }
}

/** Adds a description and an example to each property of the schema, also in nested schemas. */
export function withDescriptions(schema: unknown, owner: string): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withDescriptions(each, owner))
  if (!isObject(schema)) return schema
  const inner = Object.entries(schema).map(([key, value]) => [key, withDescriptions(value, owner)] as const)
  const { properties, ...rest } = Object.fromEntries(inner)
  if (!isObject(properties)) return properties === undefined ? rest : { ...rest, properties }
  const described = Object.entries(properties).map(([name, each]): [string, unknown] => [
    name,
    describeProperty(owner, name, each),
  ])
  return { ...rest, properties: Object.fromEntries(described) }
}
