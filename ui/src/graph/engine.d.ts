declare module "virtual:layout-engine" {
  const url: string;
  export default url;
}
