import { importAccess } from '@flota/contract/importarAccess.ts'
import { Link } from 'wouter'
import { useMay } from '../../../api/usePermission.ts'
import { buttonClass } from '../../../ui/Button.tsx'

interface Props {
  /** A list's name; of one that no sheet brings in nothing is drawn. */
  tipo: string
}

/** Where it is brought in; undefined where nobody, or not this user, may. */
function useHref(tipo: string) {
  const may = useMay()
  const access = importAccess(tipo)
  return access && may(access) ? `/importar?tipo=${tipo}` : undefined
}

/** The way to bring a list in from a sheet, for who may. */
export function ImportLink({ tipo }: Props) {
  const href = useHref(tipo)
  if (!href) return null
  return (
    <Link href={href} className={buttonClass()}>
      Importar
    </Link>
  )
}

interface OfferProps extends Props {
  /** What, where several are offered side by side. */
  of?: string
}

/** What an empty list offers to who has it in a sheet already. */
export function ImportOffer({ tipo, of }: OfferProps) {
  const href = useHref(tipo)
  if (!href) return null
  return (
    <p className="text-muted">
      ¿Los tienes en Excel?{' '}
      <Link href={href} className="inline-block py-1 font-semibold text-link underline max-md:py-2.5">
        Impórtalos{of && <span className="sr-only"> ({of})</span>}.
      </Link>
    </p>
  )
}
