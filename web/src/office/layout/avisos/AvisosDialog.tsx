import { can } from '@flota/contract/access.ts'
import { avisoClases } from '@flota/contract/avisoClases.ts'
import { entero, fecha } from '@flota/contract/format.ts'
import { Clock, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { AnswerOf } from '../../../api/call.ts'
import type { Session } from '../../../api/session.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Modal, sheetClass } from '../../../ui/Modal.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { PosponerModal } from './PosponerModal.tsx'

export type Aviso = AnswerOf<'GET /api/avisos'>['data'][number]

interface Props {
  session: Session
  onClose: () => void
}

interface Group {
  gravedad: Aviso['gravedad']
  title: string
  Icon: LucideIcon
  color: string
}

const groups: readonly Group[] = [
  { gravedad: 'aviso', title: 'Para atender ya', Icon: TriangleAlert, color: 'text-incidente' },
  { gravedad: 'info', title: 'Pronto', Icon: Clock, color: 'text-pendiente' },
]

/** What is due and what is missing, whatever the class: the server writes the sentences. */
export function AvisosDialog({ session, onClose }: Props) {
  const avisos = useEndpoint('GET /api/avisos')
  const [putOff, setPutOff] = useState<Aviso | null>(null)
  const rows = avisos.data?.data
  return (
    <Modal
      fromTop
      title="Avisos"
      onClose={onClose}
      className={`${sheetClass} max-h-[85dvh] max-w-xl! overflow-y-auto md:mt-16 md:mr-6`}
    >
      <IconButton label="Cerrar" onClick={onClose} className="absolute top-2 right-2">
        <X aria-hidden="true" />
      </IconButton>
      <div className="mt-2 grid gap-4">
        <LoadError title="Error al cargar los avisos" of={avisos} />
        {!rows && !avisos.error && <AvisosLoading />}
        {rows?.length === 0 && <p className="py-6 text-center text-muted">Nada vence pronto.</p>}
        {groups.map((group) => (
          <AvisoGroup
            key={group.gravedad}
            {...group}
            avisos={rows?.filter(({ gravedad }) => gravedad === group.gravedad) ?? []}
            mayPutOff={({ clase }) => can(session, avisoClases[clase].posponer)}
            onPutOff={setPutOff}
            onFollow={onClose}
          />
        ))}
      </div>
      {putOff && <PosponerModal aviso={putOff} onClose={() => setPutOff(null)} />}
    </Modal>
  )
}

interface GroupProps extends Group {
  avisos: readonly Aviso[]
  mayPutOff: (aviso: Aviso) => boolean
  onPutOff: (aviso: Aviso) => void
  onFollow: () => void
}

function AvisoGroup({ title, avisos, Icon, color, mayPutOff, onPutOff, onFollow }: GroupProps) {
  const id = useId()
  if (avisos.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${color}`} />
        {title}
        <span className="font-normal text-muted">{entero(avisos.length)}</span>
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {avisos.map((aviso) => (
          <li key={aviso.id} className="flex items-center gap-x-3 py-1">
            <span className="min-w-0 flex-1 py-1 wrap-anywhere">
              {aviso.href ? (
                <Link
                  href={aviso.href}
                  onClick={onFollow}
                  className="block text-link hover:underline max-md:py-2"
                >
                  {aviso.texto}
                </Link>
              ) : (
                aviso.texto
              )}
              {aviso.fecha && <span className="block text-sm text-muted">{fecha(aviso.fecha)}</span>}
            </span>
            {mayPutOff(aviso) && (
              <Button
                look="quiet"
                className="px-3! text-muted"
                aria-label={`Posponer: ${aviso.texto}`}
                onClick={() => onPutOff(aviso)}
              >
                Posponer
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function AvisosLoading() {
  return (
    <div className="grid gap-5 py-3">
      <Loading label="Cargando avisos…" />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="w-4/5" />
      ))}
    </div>
  )
}
