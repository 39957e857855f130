import { diaInWords } from '@flota/contract/core/dates.ts'
import { formatHora, formatTelefono, stripRutaPrefix } from '@flota/contract/core/format.ts'
import { type ReactNode, useState } from 'react'
import { useEstadoLook, ViajeEstado } from '../trip/EstadoBadge.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import type { DialogName, DialogProps } from './dialogs/dialogProps.ts'
import { ayudanteName, clienteName, combustibleText, type MiRuta } from './misRutas.ts'
import { NextStep } from './NextStep.tsx'
import { useOutbox } from './outbox/outbox.ts'
import { isPicture } from './outbox/outboxItems.ts'
import { ResumeButtons } from './ResumeButtons.tsx'
import { useExpediente, useIncidenteCausa } from './useExpediente.ts'

const telHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

interface Props {
  ruta: MiRuta
  hoy: string
  /** Larger, with a coloured header: the first card and each trip that stands. */
  large?: boolean
  mayChange: boolean
  onShow: (name: DialogName) => void
  onDecided: DialogProps['onDecided']
}

export function RutaCard({ ruta, hoy, large = false, mayChange, onShow, onDecided }: Props) {
  const phone = useExpediente(ruta.id)?.telefono
  const number = stripRutaPrefix(ruta.no_ruta)
  return (
    <article
      aria-label={`Ruta ${number}`}
      className={cx(
        'grid gap-2 rounded-ui border bg-card px-4 py-3',
        large ? 'border-field shadow-soft' : 'border-line',
      )}
    >
      <CardHeader ruta={ruta} large={large} />
      <RouteEnds origen={ruta.origen} destino={ruta.destino} big={large} />
      <p className="-my-1 text-lg font-bold">
        <span className="first-letter:uppercase inline-block">{diaInWords(ruta.fecha, hoy)}</span>
        {' · '}
        {formatHora(ruta.hora)}
      </p>
      {ruta.comentario && <OfficeComment text={ruta.comentario} />}
      <dl className="grid gap-x-4 leading-snug">
        <div className="grid grid-cols-[1fr_auto] items-center gap-x-4">
          <dt className="col-span-2 -mb-1 text-sm text-muted">Cliente</dt>
          <dd className="font-semibold wrap-anywhere">{clienteName(ruta)}</dd>
          {phone && (
            <dd>
              <a
                href={telHref(phone)}
                className="flex min-h-11 items-center font-semibold text-link underline"
              >
                {formatTelefono(phone)}
              </a>
            </dd>
          )}
        </div>
        <div className="flex items-baseline gap-2">
          <dt className="text-sm text-muted">Camión</dt>
          <dd className="font-semibold wrap-anywhere">{ruta.camion_placa}</dd>
        </div>
      </dl>
      <Actions {...{ ruta, large, mayChange, onShow, onDecided }} />
      <UnsentBadges rutaId={ruta.id} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm leading-tight">
        <LabelledValue label="Servicio">{ruta.servicio}</LabelledValue>
        <LabelledValue label="Mercadería">{ruta.mercaderia}</LabelledValue>
        <LabelledValue label="Ayudante">{ayudanteName(ruta)}</LabelledValue>
        {ruta.combustible !== null && (
          <LabelledValue label="Combustible">{combustibleText(ruta)}</LabelledValue>
        )}
      </dl>
    </article>
  )
}

function CardHeader({ ruta, large }: { ruta: MiRuta; large: boolean }) {
  const { Icon, color, children } = useEstadoLook(ruta)
  const causa = useIncidenteCausa(ruta.id)
  return (
    <header
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4',
        large && '-mx-4 -mt-3 rounded-t-[7px] border-b-2 px-4 py-1.5',
        large && (ruta.estado === 'Incidente' ? 'border-danger-fill bg-danger-fill text-white' : color),
      )}
    >
      <h3 className={cx('font-bold', large ? 'text-xl' : 'text-lg')}>Ruta {stripRutaPrefix(ruta.no_ruta)}</h3>
      {large ? (
        <p className="flex items-center gap-2 text-lg font-bold">
          <Icon className="size-6 shrink-0" />
          {ruta.estado === 'Incidente' && causa ? `Incidente: ${causa}` : children}
        </p>
      ) : (
        <ViajeEstado ruta={ruta} />
      )}
    </header>
  )
}

/** Longer comments are folded, so that the buttons stay on the screen. */
const foldedCharacters = 100

function OfficeComment({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > foldedCharacters || text.split('\n').length > 2
  return (
    <div>
      <p
        className={cx(
          'border-l-4 border-field pl-3 leading-snug font-semibold whitespace-pre-line wrap-anywhere',
          isLong && !isOpen && 'line-clamp-2',
        )}
      >
        <span className="sr-only">Comentario: </span>
        {text}
      </p>
      {isLong && !isOpen && (
        <Button look="quiet" className="-my-1 min-h-11 text-link underline" onClick={() => setOpen(true)}>
          Leer todo
        </Button>
      )}
    </div>
  )
}

function Actions({ ruta, large, mayChange, onShow, onDecided }: Omit<Props, 'hoy'>) {
  const number = stripRutaPrefix(ruta.no_ruta)
  const isOnRoad = ruta.estado !== 'Incidente' && ruta.estado !== 'Entregado'
  const names: DialogName[] = ['Foto', ...(mayChange && isOnRoad ? (['Incidente'] as const) : []), 'Más']
  return (
    <div className="grid gap-2">
      {mayChange && <ResumeButtons rutaId={ruta.id} number={number} onShow={onShow} />}
      {mayChange && (
        <NextStep ruta={ruta} look={large ? 'primary' : 'secondary'} onShow={onShow} onDecided={onDecided} />
      )}
      {mayChange && (
        <Button
          aria-label={`Cambiar Estado de la ruta ${number}`}
          onClick={() => onShow('Estado')}
          className="min-h-11 text-base"
        >
          Cambiar Estado
        </Button>
      )}
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {names.map((name) => (
          <Button
            key={name}
            aria-label={`${name} de la ruta ${number}`}
            onClick={() => onShow(name)}
            className="min-h-11 px-2 text-base"
          >
            {name}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Below the buttons: appearing badges must not move them. */
function UnsentBadges({ rutaId }: { rutaId: number }) {
  const own = useOutbox().items.filter(({ ruta_id }) => ruta_id === rutaId)
  const pictures = own.filter(isPicture).length
  const look = 'rounded-ui bg-notice-soft px-2 py-0.5 text-sm font-semibold text-notice'
  if (own.length === 0) return null
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1">
      {pictures > 0 && <p className={look}>{pictures === 1 ? '1 foto' : `${pictures} fotos`} por enviar</p>}
      {own.length > pictures && <p className={look}>Guardado en este teléfono</p>}
    </div>
  )
}

function RouteEnds({ origen, destino, big }: { origen: string; destino: string; big: boolean }) {
  return (
    <dl className="-my-2 grid pl-7">
      <div className="relative">
        <dt className="sr-only">Origen</dt>
        <dd className={cx('wrap-anywhere', big && 'text-lg')}>
          <span aria-hidden="true" className="absolute top-6 -bottom-4 left-[-21px] w-0.5 bg-field" />
          <span
            aria-hidden="true"
            className="absolute top-3.5 -left-7 size-4 rounded-full border-3 border-field bg-card"
          />
          <MapLink place={origen} />
        </dd>
      </div>
      <div className="relative">
        <dt className="sr-only">Destino</dt>
        <dd className={cx('leading-snug font-bold wrap-anywhere', big ? 'text-xl' : 'text-lg')}>
          <span aria-hidden="true" className="absolute top-3.5 -left-7 size-4 rounded-full bg-ink" />
          <MapLink place={destino} />
        </dd>
      </div>
    </dl>
  )
}

/** Link to a map; the page itself requests nothing from it. */
const MapLink = ({ place }: { place: string }) => (
  <a
    href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
    target="_blank"
    rel="noreferrer"
    className="inline-flex min-h-11 items-center underline"
  >
    {place}
  </a>
)

interface LabelledValueProps {
  label: string
  children: ReactNode
}

function LabelledValue({ label, children }: LabelledValueProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}
