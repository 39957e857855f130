import { segundoFactor } from './account/segundoFactor.ts'
import { sesiones } from './account/sesiones.ts'
import { session } from './account/session.ts'
import { tokens } from './account/tokens.ts'
import { usuarios } from './account/usuarios.ts'
import { vistas } from './account/vistas.ts'
import { archivos } from './documents/archivos.ts'
import { documentos, documentoTipos } from './documents/documentos.ts'
import { ficha } from './fleet/ficha.ts'
import { kilometraje } from './fleet/kilometraje.ts'
import { lecturas } from './fleet/lecturas.ts'
import { lineas } from './fleet/lineas.ts'
import { mantenimientos } from './fleet/mantenimientos.ts'
import { planes } from './fleet/planes.ts'
import { rendimiento } from './fleet/rendimiento.ts'
import { importaciones, importar, plantillas } from './imports/importar.ts'
import { cargas } from './money/cargas.ts'
import { cobros } from './money/cobros.ts'
import { dineroDelPiloto } from './money/dineroDelPiloto.ts'
import { facturas, porFacturar } from './money/facturas.ts'
import { fiscal } from './money/fiscal.ts'
import { liquidaciones, saldos } from './money/liquidaciones.ts'
import { margen } from './money/margen.ts'
import { movimientos } from './money/movimientos.ts'
import { estadoDeCuenta, porCobrar } from './money/porCobrar.ts'
import { tarifas } from './money/tarifas.ts'
import { catalogueEndpoints } from './people/catalogue.ts'
import { type CatalogueName, type Catalogues, catalogues } from './records/catalogues.ts'
import type { FieldSet } from './records/definition.ts'
import { bitacora } from './reports/bitacora.ts'
import { reportes } from './reports/reportes.ts'
import { ajustes } from './system/ajustes.ts'
import { avisos } from './system/avisos.ts'
import { buscar } from './system/buscar.ts'
import { correo } from './system/correo.ts'
import { papelera } from './system/papelera.ts'
import { respaldo } from './system/respaldo.ts'
import { system } from './system/system.ts'
import { entregas } from './trips/entregas.ts'
import { expedientes } from './trips/expedientes.ts'
import { hojas } from './trips/hojas.ts'
import { incidentes } from './trips/incidentes.ts'
import { piloto } from './trips/piloto.ts'
import { plan } from './trips/plan.ts'
import { reglas } from './trips/reglas.ts'
import { repetir } from './trips/repetir.ts'
import { restricciones } from './trips/restricciones.ts'
import { revision } from './trips/revision.ts'
import { rutas } from './trips/rutas.ts'
import { tablero } from './trips/tablero.ts'

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
  plan,
  tarifas,
  hojas,
  piloto,
  entregas,
  incidentes,
  reglas,
  expedientes,
  mantenimientos,
  ficha,
  kilometraje,
  lecturas,
  planes,
  lineas,
  movimientos,
  cargas,
  saldos,
  liquidaciones,
  gastos: dineroDelPiloto,
  margen,
  rendimiento,
  fiscal,
  cobros,
  facturas,
  pendientes: porFacturar,
  antiguedad: porCobrar,
  cuenta: estadoDeCuenta,
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
  vistas,
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
