const NUMBER = new Intl.NumberFormat("en");

export const formatCount = (count: number): string => NUMBER.format(count);

/** '1 post', '1,204 posts' */
export const pluralize = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;
