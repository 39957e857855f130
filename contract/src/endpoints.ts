import { ajustes } from './ajustes.ts'
import { archivos } from './archivos.ts'
import { avisos } from './avisos.ts'
import { bitacora } from './bitacora.ts'
import { buscar } from './buscar.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { type CatalogueName, type Catalogues, catalogues } from './catalogues.ts'
import { correo } from './correo.ts'
import type { FieldSet } from './definition.ts'
import { dineroDelPiloto } from './dineroDelPiloto.ts'
import { documentos, documentoTipos } from './documentos.ts'
import { entregas } from './entregas.ts'
import { expedientes } from './expedientes.ts'
import { hojas } from './hojas.ts'
import { importaciones, importar, plantillas } from './importar.ts'
import { incidentes } from './incidentes.ts'
import { liquidaciones, saldos } from './liquidaciones.ts'
import { mantenimientos } from './mantenimientos.ts'
import { margen } from './margen.ts'
import { movimientos } from './movimientos.ts'
import { papelera } from './papelera.ts'
import { piloto } from './piloto.ts'
import { reglas } from './reglas.ts'
import { repetir } from './repetir.ts'
import { reportes } from './reportes.ts'
import { respaldo } from './respaldo.ts'
import { restricciones } from './restricciones.ts'
import { revision } from './revision.ts'
import { rutas } from './rutas.ts'
import { segundoFactor } from './segundoFactor.ts'
import { sesiones } from './sesiones.ts'
import { session } from './session.ts'
import { system } from './system.ts'
import { tablero } from './tablero.ts'
import { tarifas } from './tarifas.ts'
import { tokens } from './tokens.ts'
import { usuarios } from './usuarios.ts'

type EndpointsOf<Name extends CatalogueName> = ReturnType<
  typeof catalogueEndpoints<Name, Catalogues[Name]['fields'], keyof Catalogues[Name]['readOnly'] & string>
>

export const catalogueEndpointGroups = Object.fromEntries(
  Object.values(catalogues).map((definition) => [
    definition.name,
    catalogueEndpoints<CatalogueName, FieldSet, string>(definition),
  ]),
  // Object.fromEntries loses the relation between definition and endpoints.
) as unknown as { [Name in CatalogueName]: EndpointsOf<Name> }

/** All endpoints by group. The OpenAPI document takes its operation ids from these keys. */
export const groups = {
  sistema: system,
  sesion: session,
  sesiones,
  correo,
  factor: segundoFactor,
  ...catalogueEndpointGroups,
  rutas,
  revision,
  tablero,
  repetir,
  tarifas,
  hojas,
  piloto,
  entregas,
  incidentes,
  reglas,
  expedientes,
  mantenimientos,
  movimientos,
  saldos,
  liquidaciones,
  gastos: dineroDelPiloto,
  margen,
  archivos,
  tipos: documentoTipos,
  documentos,
  avisos,
  plantillas,
  importar,
  importaciones,
  reportes,
  usuarios,
  tokens,
  buscar,
  restricciones,
  ajustes,
  papelera,
  bitacora,
  respaldo,
}

type CallsOf<Group> = Group extends unknown ? Group[keyof Group] : never

export const endpoints = Object.values(groups).flatMap((calls) =>
  Object.values<CallsOf<(typeof groups)[keyof typeof groups]>>(calls),
)

type All = (typeof endpoints)[number]

/** Endpoint of a line, for the typed calls of the web (`import type` keeps zod out). */
export type EndpointOf<L extends All['line']> = Extract<All, { line: L }>
