import { Button } from './Button.tsx'

/** Rows of a page of a list that has no end (`newestQuery` of the contract). */
const pageSize = 100

interface OlderPagesProps {
  pagina: number
  total: number
  onPage: (pagina: number) => void
}

/** Buttons to the older and newer page; renders nothing if one page has all rows. */
export function OlderPages({ pagina, total, onPage }: OlderPagesProps) {
  if (pagina === 1 && total <= pageSize) return null
  return (
    <p className="mt-4 flex flex-wrap gap-3">
      {pagina * pageSize < total && <Button onClick={() => onPage(pagina + 1)}>Ver anteriores</Button>}
      {pagina > 1 && <Button onClick={() => onPage(pagina - 1)}>Ver más recientes</Button>}
    </p>
  )
}
