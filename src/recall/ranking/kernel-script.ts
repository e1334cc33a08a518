// @ts-nocheck
/** The same as kernel-bytes.ts in JavaScript, made of assembly/kernel.ts: `npm run approve` writes it anew. */
function N0(){var J;function B(H,b,w){if(H=H>>>0,w=w>>>0,H+w>J.length)throw"trap: invalid memory.fill";J.fill(
b,H,H+w)}function n0(){throw new Error("abort")}function w0(H){var b=new ArrayBuffer(2097152),w=new Int8Array(
b),s0=new Int16Array(b),i=new Int32Array(b),f=new Uint8Array(b),k0=new Uint16Array(b),y0=new Uint32Array(b),m0=new Float32Array(
b),x=new Float64Array(b),c=Math.imul,z0=Math.fround,C0=Math.abs,A0=Math.clz32,D0=Math.min,G0=Math.max,K=Math.floor,
M0=Math.ceil,J0=Math.trunc,K0=Math.sqrt,U=0,m=0,i0=0,q=0,O=0,s=0,S=0,k=0,F=0,N=0,Q=0,R=0,X=0,d=0,Y=0,I=0,L=0,V=0,
g=0,E=0,P=0,W=0,Z=0,y=0,t0=0,h=0,p=0,j=0,z=0,l0=0,o0=3136,f0=3152,u0=0,T=0,$=0;function v0(r,a){var e=0,n=0;e=
1;r:for(;;){if(n=r+e|0,(n|0)<(m|0)?n=(i[(s+(n<<2|0)|0)>>2]|0)<=(a|0):n=0,n){e=e<<1|0;continue r}break r}n=r+(e>>
1|0)|0,r=r+e|0,e=m,e=(r|0)<(e|0)?r:e;r:for(;;){if((e-n|0|0)>1){r=(e+n|0)>>1|0,(i[(s+(r<<2|0)|0)>>2]|0)<=(a|0)?
n=r:e=r;continue r}break r}return n}function b0(r){r=r|0;var a=0,e=0,n=0,t=0,l=0,o=0;E=i[(s+(r<<2|0)|0)>>2],P=
i[(s+((r+1|0)<<2|0)|0)>>2]-E|0,B(g,0,P<<2|0);r:for(;;){if((n|0)<(P|0)){if(a=i[(k+((E+n|0)<<2|0)|0)>>2],a){t=g+
(n<<2|0)|0,l=t,o=i[t>>2],t=a>>8|0,e=a,a=f[((q+E|0)+n|0)>>0]&128|0,i[l>>2]=o+(a?c(t,u0):e)|0,e=n+1|0,a&&(e|0)<(P|
0)&&(a=g+(e<<2|0)|0,i[a>>2]=i[a>>2]+c(t,T)|0),a=0;e:for(;;){if((a|0)<4){e=(a+n|0)+1|0,(e|0)<(P|0)&&(e=g+(e<<2|
0)|0,i[e>>2]=i[e>>2]+c(t,i[((a<<2|0)+3136|0)>>2])|0),e=n-a|0,(e|0)>0&&(e=g+((e-1|0)<<2|0)|0,i[e>>2]=i[e>>2]+c(
t,i[((a<<2|0)+3152|0)>>2])|0),a=a+1|0;continue e}break e}}n=n+1|0;continue r}break r}a=c($,i[(F+(r<<2|0)|0)>>2]>>
8|0),r=0;r:for(;;){if((r|0)<(P|0)){t0?e=i[(k+((E+r|0)<<2|0)|0)>>2]:e=1,e?(n=g+(r<<2|0)|0,t=i[n>>2],t&&(i[n>>2]=
a+t|0)):i[(g+(r<<2|0)|0)>>2]=0,r=r+1|0;continue r}break r}}function c0(r,a,e,n,t,l){var o=0,u=0,v=0;o=r<<2|0,u=
o+F|0,v=+(e|0),i[u>>2]=i[u>>2]+c(a,~~K((j+1)*v*256/(v+j*(1-z+z*+(i[(S+o|0)>>2]|0)/l0))+.5))|0,a=N+o|0,i[a>>2]=
n+i[a>>2]|0,a=Q+o|0,(t|0)>(i[a>>2]|0)&&(i[a>>2]=t),r=R+r|0,w[r>>0]=f[r>>0]|(l&128|0)|0}function E0(r,a,e,n){r=
+r,a=+a,e=+e,n=+n;var t=0,l=0;j=r,z=a,l0=n,r=64;r:for(;;){if((t|0)<128){l=(t|0)>64,r=l?r*1.0905077326652577:r,
a=j*(1-z+z*(l?K(r+.5):+(t|0))/e),x[((t<<3|0)+1088|0)>>3]=a,x[(((t|128|0)<<3|0)+1088|0)>>3]=a,t=t+1|0;continue r}
break r}}function P0(r,a){r=r|0,a=a|0;var e=0,n=0,t=0,l=0,o=0,u=0,v=0,A=0,M=0,C=0,D=0,G=0,a0=0,e0=0,g0=0,h0=0;
g0=h+r|0,a0=i[(s+4|0)>>2],r=h;r:for(;;){if(r>>>0<g0>>>0)e:{if(e=r,r=e+1|0,n=f[e>>0],n>>>0>127){n=n&127|0,t=7,e=
128;a:for(;;){if(e>>>0>127){e=r,r=e+1|0,e=f[e>>0],n=n|((e&127|0)<<t|0)|0,t=t+7|0;continue a}break a}}if(l=l+(n>>>
1|0)|0,t=(n|0)<2?o:0,o=t+1|0,!(n&1|0)){o=t+(f[r>>0]&7|0)|0;a:for(;;){if(e=r,r=e+1|0,f[e>>0]>>>0>127)continue a;
break a}}if(o=(o|0)>7?7:o,(l|0)>=(U|0))break e;if(i0&&f[(O+l|0)>>0])continue r;(l|0)>=(a0|0)&&((u|0)>0&&c0(C,a,
u,D,A,G),e=s,C=v0(C+1|0,l),a0=i[(e+((C+1|0)<<2|0)|0)>>2],G=0,A=0,D=0,u=0),n=f[(q+l|0)>>0],v=i[(k+(l<<2|0)|0)>>
2],h0=!v,o?(M=+(o|0),e=~~K((j+1)*M*256/(M+x[((n<<3|0)+1088|0)>>3])+.5)):e=0,t?(M=+(t|0),e0=~~K((j+1)*M*256/(M+
x[((n<<3|0)+1088|0)>>3])+.5)):e0=0,e=c(a,e-e0|0),h0&(e|0)>0|0&&(X=X+1|0),v=e+v|0,i[(k+(l<<2|0)|0)>>2]=v,D=D+((e>>
12|0)+1|0)|0,A=(A|0)<(v|0)?v:A,G=n|G|0,u=u+(o-t|0)|0;continue r}break r}(u|0)>0&&c0(C,a,u,D,A,G)}function U0(r,a,e){
r=r|0,a=a|0,e=e|0,u0=r,T=a,$=e}function H0(){return i[(g+((y-1|0)<<2|0)|0)>>2]|0}function F0(r){r=+r;var a=0,e=0,
n=0,t=0,l=0,o=0;r:for(;;){e:{a:for(;;){if((y|0)<(P|0)){if(t=+(i[(g+(y<<2|0)|0)>>2]|0)*+(i[((f[(y+(d+E|0)|0)>>0]<<
2|0)+1024|0)>>2]|0),e=1,t>=r*256&t>0|0)break e;y=y+1|0;continue a}break a}e=0}if(!e){a=0;e:{if((Z|0)==(W|0)||(a=
Z,Z=a+1|0,l=i[(L+(a<<2|0)|0)>>2],a=(i[(I+(l<<2|0)|0)>>2]>>>V|0)+1|0,n=a>>31|0,o=V+12|0,e=o&31|0,(o&63|0)>>>0>=
32?(n=a<<e|0,e=0):(n=((1<<e|0)-1|0)&(a>>>(32-e|0)|0)|0|(n<<e|0)|0,e=a<<e|0),a=0,r>+(e>>>0)+ +(n|0)*4294967296))
break e;y=0,b0(l),a=1}if(!a)return-1;continue r}break r}return a=y,y=a+1|0,E+a|0|0}function I0(r,a){r=r|0,a=+a;
var e=0,n=0;r:for(;;){if((e|0)<16){r&e|0&&(n=(e<<2|0)+1024|0,i[n>>2]=~~M0(+(i[n>>2]|0)*a)),e=e+1|0;continue r}
break r}}function p0(r){return r=r|0,i[(g+((r-E|0)<<2|0)|0)>>2]|0}function j0(r){return r=r|0,i[(F+(r<<2|0)|0)>>
2]|0}function x0(r){return r=r|0,i[(k+(r<<2|0)|0)>>2]|0}function q0(r,a){return r=r|0,a=a|0,f[(d+r|0)>>0]&a|0|
0}function O0(r,a){r=r|0,a=a|0;var e=0,n=0,t=0,l=0,o=0,u=0;u=h+r|0,r=h;r:for(;;){if(r>>>0<u>>>0)e:{n=f[r>>0]&127|
0,l=7;a:for(;;){if(e=r,r=e+1|0,f[e>>0]>>>0>127){n=n|((f[r>>0]&127|0)<<l|0)|0,l=l+7|0;continue a}break a}if(!(n&
1|0))a:for(;;){if(e=r,r=e+1|0,f[e>>0]>>>0>127)continue a;break a}if(t=t+(n>>>1|0)|0,(t|0)>=(U|0))break e;o=v0(
o,t),e=d+t|0,w[e>>0]=f[e>>0]|a|0,e=Y+o|0,w[e>>0]=f[e>>0]|a|0;continue r}break r}}function S0(r){r=r|0;var a=0;
r:for(;;){if((a|0)<16){i[((a<<2|0)+1024|0)>>2]=r,a=a+1|0;continue r}break r}}function d0(r,a,e){r=r|0,a=a|0,e=
e|0,U=r,m=a,i0=(e|0)!=0,X=0,q=7272,O=(U+7279|0)&-8|0,s=((O+U|0)+7|0)&-8|0,r=m<<2|0,S=((r+s|0)+11|0)&-8|0,k=((S+
r|0)+7|0)&-8|0,a=U<<2|0,F=((a+k|0)+7|0)&-8|0,N=((F+r|0)+7|0)&-8|0,Q=((N+r|0)+7|0)&-8|0,R=((Q+r|0)+7|0)&-8|0,d=
((R+m|0)+7|0)&-8|0,Y=((d+U|0)+7|0)&-8|0,I=((Y+m|0)+7|0)&-8|0,L=((I+r|0)+7|0)&-8|0,g=((L+r|0)+7|0)&-8|0,h=((g+a|
0)+7|0)&-8|0,r=((h+65535|0)>>>16|0)-_()|0,(r|0)>0?r=(r0(r|0)|0)<0:r=0,r&&n0(),p>>>0>k>>>0&&(r=p,a=L,B(k,0,(r>>>
0<a>>>0?r:a)-k|0)),r=p,a=h,p=r>>>0>a>>>0?r:a}function L0(r){r=r|0;var a=0;a=(((h+r|0)+65535|0)>>>16|0)-_()|0,(a|
0)>0?a=(r0(a|0)|0)<0:a=0,a&&n0(),(r|0)>0&&(a=p,r=h+r|0,p=r>>>0<a>>>0?a:r)}function V0(){return X|0}function W0(r){
r=r|0;var a=0,e=0,n=0,t=0,l=0,o=0,u=0,v=0,A=0,M=0;t0=(r|0)!=0,l=T+256|0,r=0;r:for(;;){if((r|0)<4){n=r<<2|0,e=i[(n+
3136|0)>>2],n=i[(n+3152|0)>>2],l=l+(e+n|0)|0,e=(e|0)>(n|0)?e:n,t=(e|0)<(t|0)?t:e,r=r+1|0;continue r}break r}r=
T+i[784]|0,A=(r|0)<(t|0)?t:r,r=0;r:for(;;){if((r|0)<(m|0)){e=r<<2|0,n=i[(e+Q|0)>>2],n&&(o=I+e|0,M=c($,i[(F+e|0)>>
2]>>12|0)>>8|0,u=(n>>12|0)+1|0,v=c(u,l),n=f[(R+r|0)>>0]?A:t,e=c(n,i[(N+e|0)>>2])+((n|0)<256?c(u,256-n|0):0)|0,
i[o>>2]=(c(i[((f[(Y+r|0)>>0]<<2|0)+1024|0)>>2],(M+(((e|0)>(v|0)?v:e)>>8|0)|0)+3|0)>>8|0)+1|0,e=i[o>>2],a=(a|0)>
(e|0)?a:e),r=r+1|0;continue r}break r}r=22-A0(a)|0,V=(r|0)>=0?r:0,B(3168,0,4100),a=0;r:for(;;){if((a|0)<(m|0)){
r=i[(I+(a<<2|0)|0)>>2],r&&(r=((r>>>V|0)<<2|0)+3168|0,i[r>>2]=i[r>>2]+1|0),a=a+1|0;continue r}break r}W=0,a=1024;
r:for(;;){if((a|0)>=0){r=(a<<2|0)+3168|0,t=i[r>>2],i[r>>2]=W,W=W+t|0,a=a-1|0;continue r}break r}a=0;r:for(;;){
if((a|0)<(m|0)){r=i[(I+(a<<2|0)|0)>>2],r&&(r=((r>>>V|0)<<2|0)+3168|0,i[(L+(i[r>>2]<<2|0)|0)>>2]=a,i[r>>2]=i[r>>
2]+1|0),a=a+1|0;continue r}break r}Z=0,y=0,P=0}J=f;function _(){return b.byteLength>>16}function r0(r){r=r|0;var a=_()|
0,e=a+r|0;if(a<e&&e<65536){var n=new ArrayBuffer(e<<16),t=new Int8Array(n);t.set(w),w=new Int8Array(n),s0=new Int16Array(
n),i=new Int32Array(n),f=new Uint8Array(n),k0=new Uint16Array(n),y0=new Uint32Array(n),m0=new Float32Array(n),
x=new Float64Array(n),b=n,J=f}return a}return{lengths:{get value(){return q},set value(r){q=r}},gone:{get value(){
return O},set value(r){O=r}},firsts:{get value(){return s},set value(r){s=r}},words:{get value(){return S},set value(r){
S=r}},postings:{get value(){return h},set value(r){h=r}},before:{get value(){return o0},set value(r){o0=r}},after:{
get value(){return f0},set value(r){f0=r}},lay:d0,hold:L0,weigh:E0,surround:U0,walk:P0,mark:O0,level:S0,raise:I0,
arrange:W0,seek:F0,sum:H0,gather:b0,found:V0,ofEntry:x0,ofSection:j0,ofWhole:p0,marked:q0,memory:Object.create(
Object.prototype,{grow:{value:r0},buffer:{get:function(){return b}}})}}return w0({})}export{N0 as kernelScript};
