import { diaInWords } from '@flota/contract/dias.ts'
import { hora, sinRuta } from '@flota/contract/format.ts'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useEstado, ViajeEstado } from '../../viaje/ViajeEstado.tsx'
import { ayudanteDe, clienteDe, combustibleDe } from './differences.ts'
import type { DialogName } from './LazyDialog.tsx'
import type { MiRuta } from './misRutas.ts'

const dialogs: DialogName[] = ['Historial', 'Fotos', 'Hoja']

interface Props {
  ruta: MiRuta
  hoy: string
  /** The route to look at first. */
  first?: boolean
  /** Absent where the pilot may not change the status. */
  onChange?: (() => void) | undefined
  onShow: (name: DialogName) => void
}

/** A pilot's route: when, where, for whom, actions, then the rest; never a price. */
export function RutaCard({ ruta, hoy, first = false, onChange, onShow }: Props) {
  const number = sinRuta(ruta.no_ruta)
  const { Icon, color, children } = useEstado(ruta)
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
            <Icon aria-hidden="true" className="size-6 shrink-0" />
            {children}
          </p>
        ) : (
          <ViajeEstado ruta={ruta} />
        )}
      </header>
      <p className={cx('font-bold', first ? 'text-xl' : 'text-lg')}>
        <span className="first-letter:uppercase inline-block">{diaInWords(ruta.fecha, hoy)}</span>
        {' · '}
        {hora(ruta.hora)}
      </p>
      <Journey origen={ruta.origen} destino={ruta.destino} big={first} />
      <div className="flex flex-wrap gap-3">
        {onChange && (
          <Button
            look={first ? 'primary' : 'secondary'}
            aria-label={`Cambiar Estado de la ruta ${number}`}
            onClick={onChange}
            className="w-full py-4 text-base"
          >
            Cambiar Estado
          </Button>
        )}
        {dialogs.map((name) => (
          <Button
            key={name}
            aria-label={`${name} de la ruta ${number}`}
            onClick={() => onShow(name)}
            className="grow py-4 text-base"
          >
            {name}
          </Button>
        ))}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact label="Cliente">{clienteDe(ruta)}</Fact>
        <Fact label="Camión">{ruta.camion_placa}</Fact>
        <Fact label="Servicio">{ruta.servicio}</Fact>
        <Fact label="Mercadería">{ruta.mercaderia}</Fact>
        <Fact label="Ayudante">{ayudanteDe(ruta)}</Fact>
        {ruta.combustible !== null && <Fact label="Combustible">{combustibleDe(ruta)}</Fact>}
        {ruta.comentario && (
          <Fact label="Comentario" wide>
            {ruta.comentario}
          </Fact>
        )}
      </dl>
    </article>
  )
}

function Journey({ origen, destino, big }: { origen: string; destino: string; big: boolean }) {
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
          {origen}
        </dd>
      </div>
      <div className="relative">
        <dt className="sr-only">Destino</dt>
        <dd className={cx('leading-snug font-bold wrap-anywhere', big ? 'text-2xl' : 'text-lg')}>
          <span
            aria-hidden="true"
            className={cx('absolute -left-7 size-4 rounded-full bg-ink', big ? 'top-2' : 'top-1')}
          />
          {destino}
        </dd>
      </div>
    </dl>
  )
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', wide && 'col-span-2')}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}
