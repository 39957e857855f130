import { saldoTexto } from '@flota/contract/dinero.ts'
import type { Movimiento } from '@flota/contract/movimientos.ts'
import { RecordLoading } from '../../../../form/RecordLoader.tsx'
import { lastAddressOf } from '../../../../list/lastAddress.ts'
import type { ScreenProps } from '../../../../shell/paths.ts'
import { LoadError } from '../../../../ui/LoadError.tsx'
import { useClose } from '../../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../../../../ui/Skeleton.tsx'
import { useEscape } from '../../../../ui/useEscape.ts'
import { NuevoLinks } from '../../../shared/movimientos/NewMovimientoLinks.tsx'
import { otherPages } from '../returnPages.ts'
import { SinPapeles } from './NothingToSettle.tsx'
import { Papeles } from './ReviewList.tsx'
import { LiquidarPanel } from './SettlePanel.tsx'
import { type Piloto, usePiloto } from './usePilotoReview.ts'

/** A pilot's papers on the left, with their photos, and on the right what they come to: reviewed and settled on one screen. */
export function PilotoPage({ params: { id = '' } }: ScreenProps) {
  const chofer_id = Number(id)
  const piloto = usePiloto(chofer_id)
  const leave = useClose()
  const close = () => void leave(lastAddressOf('/dinero'), otherPages)
  useEscape(close)
  const { rows, failed, nombre, unknown } = piloto
  if (unknown)
    return (
      <RecordLoading
        title="Liquidar"
        loading=""
        failed="Error al cargar el piloto"
        of={unknown}
        onBack={close}
      />
    )
  return (
    // As wide as a table of many columns.
    <div className="[main:has(&)]:max-w-[120rem]">
      <PageHeading title={nombre ? `Liquidar a ${nombre}` : 'Liquidar'}>
        <NuevoLinks look="secondary" piloto={chofer_id} />
      </PageHeading>
      {failed && <LoadError title="Error al cargar lo que está por liquidar" of={failed} />}
      {!rows && !failed && <Esqueleto />}
      {rows && <Cuerpo chofer_id={chofer_id} piloto={piloto} rows={rows} />}
    </div>
  )
}

interface CuerpoProps {
  chofer_id: number
  piloto: Piloto
  rows: readonly Movimiento[]
}

function Cuerpo({ chofer_id, piloto, rows }: CuerpoProps) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_19rem]">
      {rows.length > 0 ? (
        <Papeles piloto={piloto} rows={rows} />
      ) : (
        <SinPapeles ultima={piloto.ultima} said={saldoTexto(piloto.ultima?.saldo ?? 0)} />
      )}
      <LiquidarPanel chofer_id={chofer_id} piloto={piloto} />
    </div>
  )
}

function Esqueleto() {
  return (
    <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_19rem]">
      <Loading label="Cargando lo que está por liquidar…" />
      {[6, 8].map((lines) => (
        <div key={lines} className="grid gap-6 rounded-ui border border-line bg-card p-4 shadow-soft">
          {Array.from({ length: lines }, (_, index) => (
            <Skeleton key={index} className={index % 2 ? 'w-2/5' : 'w-4/5'} />
          ))}
        </div>
      ))}
    </div>
  )
}
