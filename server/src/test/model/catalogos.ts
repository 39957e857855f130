import {
  type AccessRule,
  activeRecords,
  type ExpectedResponse,
  expectConflict,
  expectInvalid,
  expectNotFound,
  type Ficha,
  findActive,
  isOpenEstado,
  isStale,
  type ModelState,
  type ModelStep,
  matchesWords,
  pageOf,
  permisoId,
  pickId,
  softDelete,
  staleMessage,
  success,
  type Tabla,
  type Usuario,
  versionOf,
} from './modelState.ts'

// Pilots, helpers, clients and trucks.

const fichaWords = {
  choferes: { singular: 'Piloto', said: 'Chofer' },
  ayudantes: { singular: 'Ayudante', said: 'Ayudante' },
  clientes: { singular: 'Cliente', said: 'Cliente' },
  camiones: { singular: 'Camión', said: 'Camión' },
}
const columnOf = {
  choferes: 'chofer_id',
  ayudantes: 'ayudante_id',
  clientes: 'cliente_id',
  camiones: 'camion_id',
} as const

const readRule: AccessRule = {
  anyPermiso: [permisoId.catalogos, permisoId.ver, permisoId.crear, permisoId.editar],
  notPiloto: true,
}
const writeRule: AccessRule = { anyPermiso: [permisoId.catalogos] }

export const fichaNotFound = (tabla: Tabla) => expectNotFound(`${fichaWords[tabla].singular} no encontrado`)
export const nombreDe = ({ values }: Ficha) => `${values.nombre} ${values.apellido}`.trim()
const placaKey = (placa = '') => placa.toUpperCase().replace(/[\s-]/g, '')

export const placaTaken = (world: ModelState, placa: string | undefined, id?: number) =>
  activeRecords(world.camiones).some(
    (other) => other.id !== id && placaKey(other.values.placa) === placaKey(placa),
  )

export function fichaView(world: ModelState, tabla: Tabla, { id, version, values }: Ficha) {
  const base = { id, version, ...values }
  if (tabla === 'clientes') {
    const rutas = activeRecords(world.rutas).filter((ruta) => ruta.values.cliente_id === id)
    return { ...base, rutas_asignadas: rutas.length }
  }
  if (tabla === 'camiones') return { ...base, numero_unidad: null }
  if (tabla !== 'choferes') return base
  const user = activeRecords(world.usuarios).find(({ piloto_id }) => piloto_id === id)
  const rol = user && [null, 'administrador', 'piloto', 'usuario'][user.rol_id]
  return { ...base, username: user?.username ?? null, rol_nombre: rol ?? null }
}

export interface FichaCommand {
  tabla: Tabla
  target: number
  values: Record<string, string>
  /** Field that is sent empty. */
  wrong: string | undefined
  version: string
}

const pickFields = (tabla: Tabla, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[tabla].includes(name)))
const fields: Record<Tabla, string[]> = {
  choferes: ['nombre', 'apellido', 'telefono', 'tipo_licencia', 'vencimiento'],
  ayudantes: ['nombre', 'apellido', 'telefono'],
  clientes: ['nombre', 'apellido', 'telefono'],
  camiones: ['placa', 'marca', 'modelo', 'color', 'tipo', 'tarjeta_circulacion'],
}

const wrongFieldOf = ({ tabla, wrong }: FichaCommand) =>
  wrong !== undefined && fields[tabla].includes(wrong) ? wrong : undefined
const bodyOf = (command: FichaCommand) => {
  const wrong = wrongFieldOf(command)
  return { ...pickFields(command.tabla, command.values), ...(wrong !== undefined && { [wrong]: ' ' }) }
}
const trimmed = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))

export function createFichaStep(world: ModelState, command: FichaCommand): ModelStep {
  const { tabla } = command
  return {
    method: 'POST',
    url: `/api/${tabla}`,
    body: bodyOf(command),
    rule: writeRule,
    outcome: () => {
      const wrong = wrongFieldOf(command)
      if (wrong !== undefined) return expectInvalid(wrong)
      const values = trimmed(pickFields(tabla, command.values))
      if (tabla === 'camiones' && placaTaken(world, values.placa))
        return expectConflict(['La placa ya existe'])
      const ficha: Ficha = { id: 0, version: 1, bin: undefined, values }
      return {
        status: 201,
        messages: [`${fichaWords[tabla].said} creado exitosamente`],
        onCreated: (id) => world[tabla].set(id, Object.assign(ficha, { id })),
        data: () => fichaView(world, tabla, ficha),
      }
    },
  }
}

export function updateFichaStep(world: ModelState, command: FichaCommand): ModelStep {
  const { tabla } = command
  const id = pickId(world[tabla], command.target)
  const ficha = findActive(world[tabla], id)
  const version = versionOf(ficha, command.version)
  return {
    method: 'PUT',
    url: `/api/${tabla}/${id}`,
    body: { ...bodyOf(command), version },
    rule: writeRule,
    outcome: () => {
      const wrong = wrongFieldOf(command)
      if (wrong !== undefined) return expectInvalid(wrong)
      if (!ficha) return fichaNotFound(tabla)
      const values = trimmed(pickFields(tabla, command.values))
      const refusals: string[] = []
      if (isStale(ficha, version)) refusals.push(staleMessage)
      if (tabla === 'camiones' && placaTaken(world, values.placa, id)) refusals.push('La placa ya existe')
      if (refusals.length > 0) return expectConflict(refusals)
      Object.assign(ficha, { values, version: ficha.version + 1 })
      return success(
        () => fichaView(world, tabla, ficha),
        `${fichaWords[tabla].said} actualizado exitosamente`,
      )
    },
  }
}

export function deleteFichaStep(
  world: ModelState,
  command: FichaCommand,
  caller: Usuario | undefined,
): ModelStep {
  const { tabla } = command
  const id = pickId(world[tabla], command.target)
  const ficha = findActive(world[tabla], id)
  const version = versionOf(ficha, command.version)
  return {
    method: 'DELETE',
    url: `/api/${tabla}/${id}${version === undefined ? '' : `?version=${version}`}`,
    rule: writeRule,
    outcome: () => {
      if (!ficha || !caller) return fichaNotFound(tabla)
      const refusals: string[] = []
      if (isStale(ficha, version)) refusals.push(staleMessage)
      const open = activeRecords(world.rutas).filter(
        ({ values }) => values[columnOf[tabla]] === id && isOpenEstado(values.estado),
      )
      if (open.length === 1) refusals.push('No se puede eliminar: tiene 1 ruta pendiente o en curso.')
      if (open.length > 1)
        refusals.push(`No se puede eliminar: tiene ${open.length} rutas pendientes o en curso.`)
      if (refusals.length > 0) return expectConflict(refusals)
      softDelete(world, ficha, caller)
      if (tabla === 'choferes') deactivateUser(world, id)
      return success(() => null, `${fichaWords[tabla].said} eliminado con éxito`)
    },
  }
}

function deactivateUser(world: ModelState, chofer: number) {
  const user = activeRecords(world.usuarios).find(({ piloto_id }) => piloto_id === chofer)
  if (user?.estado !== 'activo') return
  user.estado = 'inactivo'
  user.version++
  if (user.session) user.session = 'ended'
}

const spanish = new Intl.Collator('es', { sensitivity: 'base' })

export interface ListCommand {
  tabla: Tabla
  buscar: string
  orden: string
  pagina: number
  porPagina: number | undefined
  target: number
}

function sorted(world: ModelState, { tabla, buscar, orden }: ListCommand): Ficha[] {
  const searched = tabla === 'camiones' ? ['placa', 'marca', 'modelo'] : ['nombre', 'apellido']
  const ordered = tabla === 'camiones' ? ['placa'] : ['nombre', 'apellido']
  const byName = (a: Ficha, b: Ficha) => {
    for (const field of ordered) {
      const difference = spanish.compare(a.values[field] ?? '', b.values[field] ?? '')
      if (difference) return difference
    }
    return a.id - b.id
  }
  const found = activeRecords(world[tabla])
    .filter(({ values }) =>
      matchesWords(
        buscar,
        searched.map((field) => values[field] ?? ''),
      ),
    )
    .toSorted(orden === 'recientes' ? (a, b) => b.id - a.id : byName)
  return orden === '-nombre' ? found.toReversed() : found
}

export function listFichasStep(world: ModelState, command: ListCommand): ModelStep {
  const { tabla, buscar, orden, pagina, porPagina } = command
  const size = porPagina === undefined ? '' : `&porPagina=${porPagina}`
  return {
    method: 'GET',
    url: `/api/${tabla}?pagina=${pagina}${size}&orden=${orden}&buscar=${encodeURIComponent(buscar)}`,
    rule: readRule,
    outcome: (): ExpectedResponse => {
      const { rows, beside } = pageOf(sorted(world, command), pagina, porPagina)
      return { ...success(() => rows.map((ficha) => fichaView(world, tabla, ficha))), extraBody: beside }
    },
  }
}

export function showFichaStep(
  world: ModelState,
  { tabla, target }: { tabla: Tabla; target: number },
): ModelStep {
  const id = pickId(world[tabla], target)
  return {
    method: 'GET',
    url: `/api/${tabla}/${id}`,
    rule: readRule,
    outcome: () => {
      const ficha = findActive(world[tabla], id)
      return ficha ? success(() => fichaView(world, tabla, ficha)) : fichaNotFound(tabla)
    },
  }
}
