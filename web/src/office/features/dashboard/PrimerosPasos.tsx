import { CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { useEndpointIf } from '../../../api/cache/queries.ts'
import { useSession } from '../../../api/session.ts'
import { canOpen } from '../../../shell/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { ImportOffer } from '../../shared/export/ImportLink.tsx'

const stepPages = [
  '/ingresar-clientes',
  '/ingresar-camiones',
  '/ingresar-choferes',
  '/ingresar-ruta',
] as const

interface StepItem {
  name: string
  page: (typeof stepPages)[number]
  tipo: 'clientes' | 'camiones' | 'choferes' | 'rutas'
  /** Undefined while loading, null after an error. */
  total: number | null | undefined
}

interface Props {
  /** The summary around it has no trips; otherwise it sends no requests. */
  empty: boolean
  /** Shown until the counts are loaded. */
  placeholder: ReactNode
  children: ReactNode
}

/** Guides a company without trips to its first one. */
export function PrimerosPasos({ empty, placeholder, children }: Props) {
  const session = useSession()
  // Every permission to create includes the permission to list.
  const canAdd = empty && session !== null && stepPages.some((page) => canOpen(session, page))
  const rutas = useTotal('GET /api/rutas', canAdd)
  // The cached total of an earlier request outlives the first trip, so `canAdd` is required too.
  const needsSteps = canAdd && rutas === 0
  const clientes = useTotal('GET /api/clientes', needsSteps)
  const camiones = useTotal('GET /api/camiones', needsSteps)
  const choferes = useTotal('GET /api/choferes', needsSteps)
  const totals = [rutas, ...(needsSteps ? [clientes, camiones, choferes] : [])]
  if (canAdd && totals.includes(undefined)) return placeholder
  if (!session || !needsSteps || totals.includes(null)) return children
  const steps: StepItem[][] = [
    [{ name: 'un cliente', page: '/ingresar-clientes', tipo: 'clientes', total: clientes }],
    [
      { name: 'un camión', page: '/ingresar-camiones', tipo: 'camiones', total: camiones },
      { name: 'un piloto', page: '/ingresar-choferes', tipo: 'choferes', total: choferes },
    ],
    [{ name: 'la ruta', page: '/ingresar-ruta', tipo: 'rutas', total: rutas }],
  ]
  return (
    <>
      <Steps steps={steps} />
      {children}
    </>
  )
}

function Steps({ steps }: { steps: readonly StepItem[][] }) {
  const id = useId()
  const session = useSession()
  const next = steps.flat().find((thing) => !isDone(thing) && session && canOpen(session, thing.page))
  const locked = stepPages.some((page) => !session || !canOpen(session, page))
  return (
    <section
      aria-labelledby={id}
      className="my-4 rounded-ui border border-line bg-card p-4 shadow-soft md:p-6"
    >
      <h2 id={id} className="text-lg font-bold">
        Te damos la bienvenida: tres pasos hasta tu primer viaje
      </h2>
      <ol className="mt-3 grid gap-4 md:grid-cols-3">
        {steps.map((things, index) => (
          <Step key={things[0]?.page} number={index + 1} things={things} next={next} />
        ))}
      </ol>
      {locked && (
        <p className="mt-3 text-muted">Lo que no puedes ingresar tú, pídelo al administrador del sistema.</p>
      )}
    </section>
  )
}

function useTotal(
  line: 'GET /api/rutas' | 'GET /api/clientes' | 'GET /api/camiones' | 'GET /api/choferes',
  isEnabled: boolean,
): StepItem['total'] {
  const { data, error } = useEndpointIf(line, isEnabled ? { query: { porPagina: 1 } } : null)
  return data?.paginacion.total ?? (error ? null : undefined)
}

const isDone = ({ total }: StepItem) => Boolean(total)

function Step({ number, things, next }: { number: number; things: StepItem[]; next: StepItem | undefined }) {
  const session = useSession()
  const done = things.every(isDone)
  const missing = things.find((thing) => !isDone(thing))
  return (
    <li className="grid content-start justify-items-start gap-3 rounded-ui bg-sunken p-4">
      <p className="flex items-center gap-3 font-semibold">
        {done ? (
          <CircleCheck aria-hidden="true" className="size-7 shrink-0 text-good" />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full bg-frame text-frame-strong"
          >
            {number}
          </span>
        )}
        <span>
          Ingresa {things.map(({ name }) => name).join(' y ')}
          {done && <span className="text-good"> · listo</span>}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {things
          .filter((thing) => !isDone(thing) && session && canOpen(session, thing.page))
          .map((thing) => (
            <Link
              key={thing.page}
              href={thing.page}
              className={buttonClass(thing === next ? 'primary' : 'secondary')}
            >
              Ingresar {thing.name}
            </Link>
          ))}
      </div>
      {missing && <ImportOffer tipo={missing.tipo} name={missing.name} />}
    </li>
  )
}
