import { Loading, Skeleton } from '../ui/Skeleton.tsx'

export function ScreenSkeleton() {
  return (
    <div className="appears-late">
      <Loading label="Cargando…" />
      <Skeleton className="mt-1 mb-9 h-7 w-48" />
      <div className="grid gap-6 rounded-ui border border-line bg-card p-6 shadow-soft">
        <Skeleton className="w-1/2" />
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/3" />
      </div>
    </div>
  )
}
