import { formatInteger } from '@flota/contract/core/format.ts'
import { type AvisoClaseName, avisoLimits, claseOf } from '@flota/contract/system/avisoClases.ts'
import type { Aviso } from '@flota/contract/system/avisos.ts'
import { ChevronLeft, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { Session } from '../../../api/session.ts'
import { canOpen } from '../../../shell/paths.ts'
import { Button, buttonClass, IconButton } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Modal, sheetClass } from '../../../ui/Modal.tsx'
import { LoadingLines } from '../../shared/LoadingLines.tsx'
import { lazyDialog } from '../../shared/lazyDialog.tsx'
import { sections } from '../sections.ts'
import { AvisoLines } from './AvisoLines.tsx'
import { type AvisosResumen, avisoCountText, openAvisos } from './openAvisos.ts'

interface Props {
  session: Session
  resumen: AvisosResumen | undefined
  open: 'todos' | AvisoClaseName
  onClose: () => void
}

/** The pages with the notices beyond the listed ones, the best first, in the order of the classes. */
const pagesOf = {
  choque: ['/tablero'],
  con_retraso: ['/tablero'],
  sin_cerrar: ['/tablero'],
  sin_evidencia: ['/rutas'],
  incidente_abierto: ['/rutas'],
  licencia: ['/vencimientos'],
  documento: ['/vencimientos'],
  por_liquidar: ['/dinero'],
  sin_facturar: ['/cobros'],
  por_cobrar: ['/cobros'],
  combustible: ['/combustible', '/camiones'],
  mantenimiento: ['/planes'],
  correo: ['/ajustes'],
  disco: ['/ajustes'],
} as const satisfies Record<AvisoClaseName, unknown>
// Object.keys loses the type of the keys.
const clases = Object.keys(pagesOf) as AvisoClaseName[]

const SnoozeForm = lazyDialog(async () => (await import('../form/SnoozeForm.tsx')).SnoozeForm)

/** Shows the first notices of each class, or one class in full. */
export function AvisosDialog({ session, resumen, open, onClose }: Props) {
  const avisos = useEndpoint('GET /api/avisos', { query: { viaje: 'si' } })
  const [snoozed, setSnoozed] = useState<Aviso | null>(null)
  const rows = avisos.data?.data
  const one = open === 'todos' ? null : open
  const visibleClases = clases
    .map((clase) => ({ clase, rows: rows?.filter((each) => each.clase === clase) ?? [] }))
    .filter(({ clase, rows }) => rows.length > 0 && (one ?? clase) === clase)
    .toSorted((a, b) => Number(isInformational(a.rows)) - Number(isInformational(b.rows)))
  return (
    <Modal
      // Screen readers treat another view as another dialog, read from its top.
      key={open}
      fromTop
      title="Avisos"
      onClose={onClose}
      className={`${sheetClass} max-h-[85dvh] max-w-2xl! overflow-y-auto md:mt-16 md:mr-6`}
    >
      <IconButton label="Cerrar" onClick={onClose} className="absolute top-2 right-2">
        <X aria-hidden="true" />
      </IconButton>
      <div className="mt-2 grid gap-4">
        {one && (
          <Button look="quiet" className="-ml-3 px-3! justify-self-start" onClick={() => openAvisos()}>
            <ChevronLeft aria-hidden="true" className="size-4.5" />
            Todos los avisos
          </Button>
        )}
        <LoadError title="Error al cargar los avisos" query={avisos} />
        {!rows && !avisos.error && (
          <LoadingLines label="Cargando avisos…" widths={['w-4/5', 'w-4/5', 'w-4/5', 'w-4/5']} />
        )}
        {rows && visibleClases.length === 0 && (
          <p className="py-6 text-center text-muted">{one ? 'Ya no hay ninguno.' : 'Nada vence pronto.'}</p>
        )}
        {visibleClases.map(({ clase, rows }) => (
          <AvisoLines
            key={clase}
            session={session}
            title={claseOf(clase).titulo}
            count={resumen ? avisoCountText(resumen, [clase]) : formatInteger(rows.length)}
            avisos={rows}
            showsAll={one !== null}
            onShowAll={() => openAvisos(clase)}
            onSnooze={setSnoozed}
            onFollow={onClose}
          />
        ))}
        {one && resumen && (resumen[one] ?? 0) > avisoLimits.maxListed && (
          <MoreAvisos session={session} pages={pagesOf[one]} onFollow={onClose} />
        )}
      </div>
      {snoozed && <SnoozeForm aviso={snoozed} onClose={() => setSnoozed(null)} />}
    </Modal>
  )
}

const isInformational = (rows: readonly Aviso[]) => rows.every(({ gravedad }) => gravedad === 'info')

interface MoreAvisosProps {
  session: Session
  pages: (typeof pagesOf)[AvisoClaseName]
  onFollow: () => void
}

function MoreAvisos({ session, pages, onFollow }: MoreAvisosProps) {
  const page = pages.find((each) => canOpen(session, each))
  const section = page && sections.find((each) => each.page === page)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-muted">
      <p>Aquí están los {formatInteger(avisoLimits.maxListed)} primeros.</p>
      {section && (
        <Link href={section.page} onClick={onFollow} className={buttonClass()}>
          Ir a {section.label}
        </Link>
      )}
    </div>
  )
}
