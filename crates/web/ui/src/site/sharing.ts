/**
 * Whether one search can use several threads: the site has engines for that, and was sent with the headers that
 * browsers require before workers may share memory (docs/manual/anywhere.md).
 */
export const canShareMemory = (): boolean => __THREADS_MODULE__ !== '' && crossOriginIsolated;
