import {
  type AccessRule,
  activeRecords,
  effectivePermisoIds,
  findActive,
  type ModelState,
  type ModelStep,
  matchesWords,
  pageOf,
  permisoId,
  pickId,
  type Ruta,
  success,
  type Usuario,
} from './modelState.ts'
import { nextNumber } from './numeros.ts'
import { rutaDetailView, rutaNotFound, rutaReadRule, rutaView } from './rutas.ts'

// Lists of trips for office and pilots, and reports.

const staffReadRule: AccessRule = { ...rutaReadRule, notPiloto: true }

/** Trips that a user sees: a pilot only the own ones. */
const visible = (world: ModelState, caller: Usuario | undefined): Ruta[] =>
  activeRecords(world.rutas).filter(
    ({ values }) => caller?.rol_id !== 2 || values.chofer_id === caller.piloto_id,
  )

const moment = ({ values }: Ruta) => `${values.fecha} ${values.hora}`
const byMoment = (a: Ruta, b: Ruta) => moment(a).localeCompare(moment(b), 'en') || a.id - b.id
const spanishCollator = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })
const byNumber = (a: Ruta, b: Ruta) =>
  spanishCollator.compare(a.values.no_ruta, b.values.no_ruta) || a.id - b.id
const rank = ({ values }: Ruta) => ['En curso', 'Pendiente'].indexOf(values.estado)

function ordered(rutas: Ruta[], orden: string): Ruta[] {
  if (orden === 'antiguas') return rutas.toSorted(byMoment)
  if (orden === 'recientes') return rutas.toSorted((a, b) => byMoment(b, a))
  if (orden === 'ascendente') return rutas.toSorted(byNumber)
  if (orden === 'descendente') return rutas.toSorted((a, b) => byNumber(b, a))
  // A pilot's trips: under way, then next, then the rest newest first.
  const group = (ruta: Ruta) => (rank(ruta) === -1 ? 2 : rank(ruta))
  return rutas.toSorted((a, b) => group(a) - group(b) || (group(a) === 1 ? byMoment(a, b) : byMoment(b, a)))
}

export interface RutaListCommand {
  buscar: string
  campo: string
  estado: string
  cliente: number | undefined
  desde: string
  hasta: string
  orden: string
  pagina: number
  porPagina: number | undefined
  mine: boolean
}

export function listRutasStep(
  world: ModelState,
  command: RutaListCommand,
  caller: Usuario | undefined,
): ModelStep {
  const { buscar, campo, estado, desde, hasta, orden, pagina, porPagina, mine } = command
  const cliente = command.cliente === undefined ? undefined : pickId(world.clientes, command.cliente)
  const query = new URLSearchParams({
    buscar,
    campo,
    estado,
    desde,
    hasta,
    orden,
    pagina: String(pagina),
    ...(porPagina !== undefined && { porPagina: String(porPagina) }),
    ...(cliente !== undefined && { cliente_id: String(cliente) }),
  }).toString()
  const searched = (ruta: Ruta): string[] => {
    const { no_ruta, servicio, cliente_id, chofer_id } = ruta.values
    const name = (values?: Record<string, string>) => `${values?.nombre} ${values?.apellido}`
    const fields: Record<string, string> = {
      no_ruta,
      cliente: name(world.clientes.get(cliente_id)?.values),
      servicio,
      piloto: name(world.choferes.get(chofer_id)?.values),
    }
    return campo === '' || campo === 'todos' ? Object.values(fields) : [fields[campo] ?? '']
  }
  return {
    method: 'GET',
    url: `${mine ? '/piloto/mis-rutas' : '/api/rutas'}?${query}`,
    rule: mine ? { anyPermiso: [permisoId.ver], onlyRol: 2 } : rutaReadRule,
    outcome: () => {
      const found = visible(world, caller).filter(
        (ruta) =>
          matchesWords(buscar, searched(ruta)) &&
          (estado === '' || ruta.values.estado === estado) &&
          (cliente === undefined || ruta.values.cliente_id === cliente) &&
          (desde === '' || ruta.values.fecha >= desde) &&
          (hasta === '' || ruta.values.fecha <= hasta),
      )
      const all = ordered(found, orden || (mine ? 'por hacer' : 'recientes'))
      const { rows, beside } = pageOf(all, pagina, porPagina, true)
      return { ...success(() => rows.map((ruta) => rutaView(world, ruta, caller))), extraBody: beside }
    },
  }
}

export function showRutaStep(world: ModelState, target: number, caller: Usuario | undefined): ModelStep {
  const id = pickId(world.rutas, target)
  return {
    method: 'GET',
    url: `/api/rutas/${id}`,
    rule: rutaReadRule,
    outcome: () => {
      const ruta = visible(world, caller).find((each) => each.id === id)
      return ruta ? success(() => rutaDetailView(world, ruta, caller)) : rutaNotFound()
    },
  }
}

const historialView = (world: ModelState, ruta: Ruta, pilot: Usuario | undefined) =>
  ruta.historial
    .map(({ anterior, nuevo, comentario, usuario }) => ({
      ruta_id: ruta.id,
      estado_anterior: anterior,
      estado_nuevo: nuevo,
      comentario,
      usuario: pilot && pilot.id !== usuario ? 'Otro usuario' : world.usuarios.get(usuario)?.username,
      hora_dispositivo: null,
      hecho_en: null,
      dudosa: false,
    }))
    .toReversed()

export function showHistorialStep(
  world: ModelState,
  target: number,
  caller: Usuario | undefined,
  mine: boolean,
): ModelStep {
  const id = pickId(world.rutas, target)
  return {
    method: 'GET',
    url: mine ? `/piloto/ruta/${id}/historial` : `/api/rutas/${id}/historial`,
    rule: mine ? { anyPermiso: [permisoId.ver], onlyRol: 2 } : staffReadRule,
    outcome: () => {
      const ruta = visible(world, caller).find((each) => each.id === id)
      const page = ruta && pageOf(historialView(world, ruta, mine ? caller : undefined), 1, 100)
      return page ? { ...success(() => page.rows), extraBody: page.beside } : rutaNotFound()
    },
  }
}

export const nextNumberStep = (world: ModelState): ModelStep => ({
  method: 'GET',
  url: '/api/rutas/next-number',
  rule: staffReadRule,
  outcome: () => success(() => ({ nextRutaNumber: nextNumber(world) })),
})

const cents = (rutas: Ruta[]) => rutas.reduce((sum, { values }) => sum + Math.round(values.precio * 100), 0)

export function reporteStep(world: ModelState, filtro: string): ModelStep {
  const length = { dia: 10, mes: 7, anio: 4 }[filtro] ?? 10
  return {
    method: 'GET',
    url: `/api/reportes?filtro=${filtro}`,
    rule: { anyPermiso: [permisoId.reportes], notPiloto: true },
    outcome: () => {
      const periods = Map.groupBy(activeRecords(world.rutas), ({ values }) => values.fecha.slice(0, length))
      const rows = [...periods].map(([periodo, rutas]) => {
        const count = (estado: string) => rutas.filter(({ values }) => values.estado === estado).length
        return {
          periodo,
          total_rutas: rutas.length,
          rutas_pendientes: count('Pendiente'),
          rutas_en_curso: count('En curso'),
          rutas_entregadas: count('Entregado'),
          rutas_incidentes: count('Incidente'),
          ingresos_totales: cents(rutas) / 100,
        }
      })
      rows.sort((a, b) => (a.periodo < b.periodo ? 1 : -1))
      return { ...success(() => rows), extraBody: { count: rows.length } }
    },
  }
}

/** Returns the step for recent trips. Today is later than every date of the test. */
export function recientesStep(world: ModelState, dias: number, caller: Usuario | undefined): ModelStep {
  return {
    method: 'GET',
    url: `/api/rutas/recientes?dias=${dias}`,
    rule: rutaReadRule,
    outcome: () => {
      const byDate = Map.groupBy(visible(world, caller), ({ values }) => values.fecha)
      const dates = [...byDate.keys()].toSorted().toReversed().slice(0, dias)
      const rutasPorFecha = dates.map((fecha) => {
        const rutas = ordered(byDate.get(fecha) ?? [], 'recientes')
        const count = (estado: string) => rutas.filter(({ values }) => values.estado === estado).length
        return {
          fecha,
          resumen: {
            total: rutas.length,
            pendientes: count('Pendiente'),
            en_curso: count('En curso'),
            entregadas: count('Entregado'),
            incidentes: count('Incidente'),
            ...(caller?.rol_id !== 2 && { ingresos: cents(rutas) / 100 }),
          },
          rutas: rutas.map((ruta) => rutaView(world, ruta, caller)),
        }
      })
      return success(() => ({ hoy: '2026-11-30', rutasPorFecha }))
    },
  }
}

/** Returns the step for the own session with its effective permissions. */
export function verifyStep(caller: Usuario | undefined): ModelStep {
  return {
    method: 'GET',
    url: '/api/auth/verify',
    rule: {},
    outcome: () =>
      success(() => {
        const { id, username, rol_id, estado, piloto_id } = caller as Usuario
        const rol_nombre = [null, 'administrador', 'piloto', 'usuario'][rol_id]
        const permissions = effectivePermisoIds(caller as Usuario).map((permiso) => names[permiso])
        // No usuario of the model has money permissions; an administrador has all.
        const permissions_dinero = rol_id === 1 ? ['ver_dinero', 'gestionar_dinero', 'gestionar_cobros'] : []
        const user = { id, username, rol_id, rol_nombre, estado, piloto_id }
        return { user, permissions, permissions_dinero }
      }),
  }
}
const names: Record<number, string> = {
  [permisoId.catalogos]: 'gestionar_catalogos',
  [permisoId.reportes]: 'generar_reportes',
  [permisoId.crear]: 'crear_rutas',
  [permisoId.ver]: 'ver_rutas',
  [permisoId.actualizar]: 'actualizar_estado',
  [permisoId.editar]: 'editar_rutas',
  [permisoId.eliminar]: 'eliminar_rutas',
}

export const ownRuta = (world: ModelState, id: number, caller: Usuario | undefined) => {
  const ruta = findActive(world.rutas, id)
  return ruta && ruta.values.chofer_id === caller?.piloto_id ? ruta : undefined
}
