import type { Liquidacion } from '@flota/contract/liquidaciones.ts'
import { Link } from 'wouter'
import { withId } from '../../../../shell/paths.ts'
import { buttonClass } from '../../../../ui/Button.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'

interface Props {
  ultima: Pick<Liquidacion, 'id' | 'numero'> | null
  balanceText: string
}

export function NothingToSettle({ ultima, balanceText }: Props) {
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
