export const cargaHref = (id: number) => `/combustible?registro=${id}`
/** Form that makes a gasto Combustible a carga. */
export const addGalonesHref = (id: number) => `/combustible?gasto=${id}`
