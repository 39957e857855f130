import { Loading, Skeleton } from '../ui/Skeleton.tsx'

/** A skeleton in the shape of the first card. */
export function RutasSkeleton() {
  return (
    <>
      <Loading label="Cargando rutas…" />
      <div className="grid gap-3">
        <Skeleton className="my-1.5 h-4 w-24" />
        <div className="grid gap-5 rounded-ui border-2 border-line bg-card p-4">
          <div className="flex justify-between">
            <Skeleton className="h-8 w-32" />
            <Skeleton className="h-8 w-28" />
          </div>
          <Skeleton className="h-6 w-36" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-8 w-4/5" />
          <span className="h-14 animate-pulse rounded-ui bg-sunken" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      </div>
    </>
  )
}
