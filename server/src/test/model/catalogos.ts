import {
  alive,
  conflict,
  done,
  type Expected,
  type Ficha,
  find,
  hasWords,
  invalid,
  isOpen,
  isStale,
  may,
  notFound,
  pageOf,
  pick,
  type Rule,
  type Step,
  stale,
  type Tabla,
  toBin,
  type Usuario,
  versionOf,
  type World,
} from './modelState.ts'

// Pilots, helpers, clients and trucks.

const words = {
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

const reading: Rule = { any: [may.catalogos, may.ver, may.crear, may.editar], notPiloto: true }
const writing: Rule = { any: [may.catalogos] }

export const missing = (tabla: Tabla) => notFound(`${words[tabla].singular} no encontrado`)
export const nombreDe = ({ values }: Ficha) => `${values.nombre} ${values.apellido}`.trim()
const placaKey = (placa = '') => placa.toUpperCase().replace(/[\s-]/g, '')

export const placaTaken = (world: World, placa: string | undefined, id?: number) =>
  alive(world.camiones).some((other) => other.id !== id && placaKey(other.values.placa) === placaKey(placa))

export function fichaView(world: World, tabla: Tabla, { id, version, values }: Ficha) {
  const base = { id, version, ...values }
  if (tabla === 'clientes') {
    const rutas = alive(world.rutas).filter((ruta) => ruta.values.cliente_id === id)
    return { ...base, rutas_asignadas: rutas.length }
  }
  if (tabla !== 'choferes') return base
  const user = alive(world.usuarios).find(({ piloto_id }) => piloto_id === id)
  const rol = user && [null, 'administrador', 'piloto', 'usuario'][user.rol_id]
  return { ...base, username: user?.username ?? null, rol_nombre: rol ?? null }
}

export interface FichaCommand {
  tabla: Tabla
  target: number
  values: Record<string, string>
  /** A field that is sent empty. */
  wrong: string | undefined
  version: string
}

const only = (tabla: Tabla, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[tabla].includes(name)))
const fields: Record<Tabla, string[]> = {
  choferes: ['nombre', 'apellido', 'telefono', 'tipo_licencia', 'vencimiento'],
  ayudantes: ['nombre', 'apellido', 'telefono'],
  clientes: ['nombre', 'apellido', 'telefono'],
  camiones: ['placa', 'marca', 'modelo', 'color', 'tipo', 'tarjeta_circulacion'],
}

const wrongIn = ({ tabla, wrong }: FichaCommand) =>
  wrong !== undefined && fields[tabla].includes(wrong) ? wrong : undefined
const bodyOf = (command: FichaCommand) => {
  const wrong = wrongIn(command)
  return { ...only(command.tabla, command.values), ...(wrong !== undefined && { [wrong]: ' ' }) }
}
const trimmed = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))

export function createFicha(world: World, command: FichaCommand): Step {
  const { tabla } = command
  return {
    method: 'POST',
    url: `/api/${tabla}`,
    body: bodyOf(command),
    rule: writing,
    outcome: () => {
      const wrong = wrongIn(command)
      if (wrong !== undefined) return invalid(wrong)
      const values = trimmed(only(tabla, command.values))
      if (tabla === 'camiones' && placaTaken(world, values.placa)) return conflict(['La placa ya existe'])
      const ficha: Ficha = { id: 0, version: 1, bin: undefined, values }
      return {
        status: 201,
        messages: [`${words[tabla].said} creado exitosamente`],
        adopt: (id) => world[tabla].set(id, Object.assign(ficha, { id })),
        data: () => fichaView(world, tabla, ficha),
      }
    },
  }
}

export function updateFicha(world: World, command: FichaCommand): Step {
  const { tabla } = command
  const id = pick(world[tabla], command.target)
  const ficha = find(world[tabla], id)
  const version = versionOf(ficha, command.version)
  return {
    method: 'PUT',
    url: `/api/${tabla}/${id}`,
    body: { ...bodyOf(command), version },
    rule: writing,
    outcome: () => {
      const wrong = wrongIn(command)
      if (wrong !== undefined) return invalid(wrong)
      if (!ficha) return missing(tabla)
      const values = trimmed(only(tabla, command.values))
      const refusals: string[] = []
      if (isStale(ficha, version)) refusals.push(stale)
      if (tabla === 'camiones' && placaTaken(world, values.placa, id)) refusals.push('La placa ya existe')
      if (refusals.length > 0) return conflict(refusals)
      Object.assign(ficha, { values, version: ficha.version + 1 })
      return done(() => fichaView(world, tabla, ficha), `${words[tabla].said} actualizado exitosamente`)
    },
  }
}

export function deleteFicha(world: World, command: FichaCommand, caller: Usuario | undefined): Step {
  const { tabla } = command
  const id = pick(world[tabla], command.target)
  const ficha = find(world[tabla], id)
  const version = versionOf(ficha, command.version)
  return {
    method: 'DELETE',
    url: `/api/${tabla}/${id}${version === undefined ? '' : `?version=${version}`}`,
    rule: writing,
    outcome: () => {
      if (!ficha || !caller) return missing(tabla)
      const refusals: string[] = []
      if (isStale(ficha, version)) refusals.push(stale)
      const open = alive(world.rutas).filter(
        ({ values }) => values[columnOf[tabla]] === id && isOpen(values.estado),
      )
      if (open.length === 1) refusals.push('No se puede eliminar: tiene 1 ruta pendiente o en curso.')
      if (open.length > 1)
        refusals.push(`No se puede eliminar: tiene ${open.length} rutas pendientes o en curso.`)
      if (refusals.length > 0) return conflict(refusals)
      toBin(world, ficha, caller)
      if (tabla === 'choferes') deactivateUser(world, id)
      return done(() => null, `${words[tabla].said} eliminado con éxito`)
    },
  }
}

function deactivateUser(world: World, chofer: number) {
  const user = alive(world.usuarios).find(({ piloto_id }) => piloto_id === chofer)
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

function sorted(world: World, { tabla, buscar, orden }: ListCommand): Ficha[] {
  const searched = tabla === 'camiones' ? ['placa', 'marca', 'modelo'] : ['nombre', 'apellido']
  const ordered = tabla === 'camiones' ? ['placa'] : ['nombre', 'apellido']
  const byName = (a: Ficha, b: Ficha) => {
    for (const field of ordered) {
      const difference = spanish.compare(a.values[field] ?? '', b.values[field] ?? '')
      if (difference) return difference
    }
    return a.id - b.id
  }
  const found = alive(world[tabla])
    .filter(({ values }) =>
      hasWords(
        buscar,
        searched.map((field) => values[field] ?? ''),
      ),
    )
    .toSorted(orden === 'recientes' ? (a, b) => b.id - a.id : byName)
  return orden === '-nombre' ? found.toReversed() : found
}

export function listFichas(world: World, command: ListCommand): Step {
  const { tabla, buscar, orden, pagina, porPagina } = command
  const size = porPagina === undefined ? '' : `&porPagina=${porPagina}`
  return {
    method: 'GET',
    url: `/api/${tabla}?pagina=${pagina}${size}&orden=${orden}&buscar=${encodeURIComponent(buscar)}`,
    rule: reading,
    outcome: (): Expected => {
      const { rows, beside } = pageOf(sorted(world, command), pagina, porPagina)
      return { ...done(() => rows.map((ficha) => fichaView(world, tabla, ficha))), beside }
    },
  }
}

export function showFicha(world: World, { tabla, target }: { tabla: Tabla; target: number }): Step {
  const id = pick(world[tabla], target)
  return {
    method: 'GET',
    url: `/api/${tabla}/${id}`,
    rule: reading,
    outcome: () => {
      const ficha = find(world[tabla], id)
      return ficha ? done(() => fichaView(world, tabla, ficha)) : missing(tabla)
    },
  }
}
