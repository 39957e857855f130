export type Now = () => Date
