import type { Liquidacion } from '@flota/contract/money/liquidaciones.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { saldoText } from '@flota/contract/records/dinero.ts'
import { Link } from 'wouter'
import { RecordSkeleton } from '../../../../form/RecordLoader.tsx'
import { lastListAddress } from '../../../../list/lastAddress.ts'
import { type ScreenProps, withId } from '../../../../shell/paths.ts'
import { buttonClass } from '../../../../ui/Button.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { LoadError } from '../../../../ui/LoadError.tsx'
import { useClose } from '../../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../../../../ui/Skeleton.tsx'
import { useEscape } from '../../../../ui/useEscape.ts'
import { moneyReturnPages } from '../../../shared/movimientos/hrefs.ts'
import { NewMovimientoLinks } from '../../../shared/movimientos/NewMovimientoLinks.tsx'
import { ReviewList } from './ReviewList.tsx'
import { SettlePanel } from './SettlePanel.tsx'
import { type PilotoReview, usePilotoReview } from './usePilotoReview.ts'

/** A pilot's receipts with their photos, and the settlement's totals, on one screen. */
export function PilotoPage({ params: { id = '' } }: ScreenProps) {
  const chofer_id = Number(id)
  const piloto = usePilotoReview(chofer_id)
  const leave = useClose()
  const close = () => void leave(lastListAddress('/dinero'), moneyReturnPages)
  useEscape(close)
  const { rows, failed, nombre, unknown } = piloto
  if (unknown)
    return (
      <RecordSkeleton
        title="Liquidar"
        loading=""
        errorTitle="Error al cargar el piloto"
        query={unknown}
        onBack={close}
      />
    )
  return (
    <>
      <PageHeading title={nombre ? `Liquidar a ${nombre}` : 'Liquidar'}>
        <NewMovimientoLinks look="secondary" piloto={chofer_id} />
      </PageHeading>
      {failed && <LoadError title="Error al cargar lo que está por liquidar" query={failed} />}
      {!rows && !failed && <ReviewSkeleton />}
      {rows && <ReviewBody chofer_id={chofer_id} piloto={piloto} rows={rows} />}
    </>
  )
}

interface ReviewBodyProps {
  chofer_id: number
  piloto: PilotoReview
  rows: readonly Movimiento[]
}

function ReviewBody({ chofer_id, piloto, rows }: ReviewBodyProps) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_19rem]">
      {rows.length > 0 ? (
        <ReviewList piloto={piloto} rows={rows} />
      ) : (
        <NothingToSettle ultima={piloto.ultima} balanceText={saldoText(piloto.ultima?.saldo ?? 0)} />
      )}
      <SettlePanel chofer_id={chofer_id} piloto={piloto} />
    </div>
  )
}

function ReviewSkeleton() {
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

interface NothingToSettleProps {
  ultima: Pick<Liquidacion, 'id' | 'numero'> | null
  balanceText: string
}

function NothingToSettle({ ultima, balanceText }: NothingToSettleProps) {
  return (
    <div className="rounded-ui border border-line bg-card shadow-soft">
      <EmptyState
        text={`Nada por liquidar. ${balanceText}.`}
        action={
          ultima && (
            <Link href={withId('/dinero/liquidacion/:id', ultima.id)} className={buttonClass()}>
              Ver la liquidación {ultima.numero}
            </Link>
          )
        }
      />
    </div>
  )
}
