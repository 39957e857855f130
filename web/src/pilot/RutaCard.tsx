import { diaInWords } from '@flota/contract/core/dates.ts'
import { formatHora, formatTelefono, stripRutaPrefix } from '@flota/contract/core/format.ts'
import type { ReactNode } from 'react'
import { useEstadoLook, ViajeEstado } from '../trip/EstadoBadge.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import type { DialogProps } from './dialogs/dialogProps.ts'
import type { DialogName } from './LazyDialog.tsx'
import { ayudanteName, clienteName, combustibleText, type MiRuta } from './misRutas.ts'
import { NextStep } from './NextStep.tsx'
import { useOutbox } from './outbox/outbox.ts'
import { isPicture } from './outbox/outboxItems.ts'
import { useExpediente } from './useExpediente.ts'

const cardDialogs: DialogName[] = ['Fotos', 'Horas', 'Historial', 'Hoja']
const telHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

interface Props {
  ruta: MiRuta
  hoy: string
  /** The first card is larger. */
  first?: boolean
  mayChange: boolean
  onShow: (name: DialogName) => void
  onDecided: DialogProps['onDecided']
}

export function RutaCard({ ruta, hoy, first = false, mayChange, onShow, onDecided }: Props) {
  const phone = useExpediente(ruta.id)?.telefono
  const number = stripRutaPrefix(ruta.no_ruta)
  const { Icon, color, children } = useEstadoLook(ruta)
  return (
    <article
      aria-label={`Ruta ${number}`}
      className={cx(
        'grid gap-4 rounded-ui border bg-card p-4',
        first ? 'border-field shadow-soft' : 'border-line',
      )}
    >
      <header
        className={cx(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
          first && '-m-4 mb-0 rounded-t-[7px] border-b-2 px-4 py-3',
          first && color,
        )}
      >
        <h3 className={cx('font-bold', first ? 'text-2xl' : 'text-lg')}>Ruta {number}</h3>
        {first ? (
          <p className="flex items-center gap-2 text-xl font-bold">
            <Icon className="size-6 shrink-0" />
            {children}
          </p>
        ) : (
          <ViajeEstado ruta={ruta} />
        )}
      </header>
      {/* Reserves a second line: appearing badges must not move the buttons. */}
      <div className="flex min-h-14 flex-wrap content-start items-center gap-x-3 gap-y-1">
        <p className={cx('font-bold', first ? 'text-xl' : 'text-lg')}>
          <span className="first-letter:uppercase inline-block">{diaInWords(ruta.fecha, hoy)}</span>
          {' · '}
          {formatHora(ruta.hora)}
        </p>
        <UnsentBadges rutaId={ruta.id} />
      </div>
      <RouteEnds origen={ruta.origen} destino={ruta.destino} big={first} />
      <Actions {...{ ruta, first, mayChange, onShow, onDecided }} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <LabelledValue label="Cliente">
          {clienteName(ruta)}
          {phone && (
            <a href={telHref(phone)} className="flex min-h-11 items-center text-link underline">
              {formatTelefono(phone)}
            </a>
          )}
        </LabelledValue>
        <LabelledValue label="Camión">{ruta.camion_placa}</LabelledValue>
        <LabelledValue label="Servicio">{ruta.servicio}</LabelledValue>
        <LabelledValue label="Mercadería">{ruta.mercaderia}</LabelledValue>
        <LabelledValue label="Ayudante">{ayudanteName(ruta)}</LabelledValue>
        {ruta.combustible !== null && (
          <LabelledValue label="Combustible">{combustibleText(ruta)}</LabelledValue>
        )}
        {ruta.comentario && (
          <LabelledValue label="Comentario" wide>
            {ruta.comentario}
          </LabelledValue>
        )}
      </dl>
    </article>
  )
}

function Actions({ ruta, first, mayChange, onShow, onDecided }: Omit<Props, 'hoy'>) {
  const number = stripRutaPrefix(ruta.no_ruta)
  return (
    <div className="grid grid-cols-2 gap-3">
      {mayChange && (
        <NextStep ruta={ruta} look={first ? 'primary' : 'secondary'} onShow={onShow} onDecided={onDecided} />
      )}
      {mayChange && (
        <Button
          aria-label={`Cambiar Estado de la ruta ${number}`}
          onClick={() => onShow('Estado')}
          className="col-span-2 py-4 text-base"
        >
          Cambiar Estado
        </Button>
      )}
      {(mayChange ? (['Gasto', ...cardDialogs] as const) : cardDialogs).map((name) => (
        <Button
          key={name}
          aria-label={`${name} de la ruta ${number}`}
          onClick={() => onShow(name)}
          // The last of five buttons has its own line.
          className={cx('py-4 text-base', mayChange && name === 'Hoja' && 'col-span-2')}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

function UnsentBadges({ rutaId }: { rutaId: number }) {
  const own = useOutbox().items.filter(({ ruta_id }) => ruta_id === rutaId)
  const pictures = own.filter(isPicture).length
  const look = 'rounded-ui bg-notice-soft px-2 py-0.5 text-sm font-semibold text-notice'
  return (
    <>
      {pictures > 0 && <p className={look}>{pictures === 1 ? '1 foto' : `${pictures} fotos`} por enviar</p>}
      {own.length > pictures && <p className={look}>Guardado en este teléfono</p>}
    </>
  )
}

function RouteEnds({ origen, destino, big }: { origen: string; destino: string; big: boolean }) {
  return (
    <dl className="grid gap-3 pl-7">
      <div className="relative">
        <dt className="sr-only">Origen</dt>
        <dd className={cx('wrap-anywhere', big && 'text-lg')}>
          <span aria-hidden="true" className="absolute top-3 -bottom-6 left-[-21px] w-0.5 bg-field" />
          <span
            aria-hidden="true"
            className="absolute top-1 -left-7 size-4 rounded-full border-3 border-field bg-card"
          />
          <MapLink place={origen} />
        </dd>
      </div>
      <div className="relative">
        <dt className="sr-only">Destino</dt>
        <dd className={cx('leading-snug font-bold wrap-anywhere', big ? 'text-2xl' : 'text-lg')}>
          <span
            aria-hidden="true"
            className={cx('absolute -left-7 size-4 rounded-full bg-ink', big ? 'top-2' : 'top-1')}
          />
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
  wide?: boolean
  children: ReactNode
}

function LabelledValue({ label, wide = false, children }: LabelledValueProps) {
  return (
    <div className={cx('min-w-0', wide && 'col-span-2')}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}
